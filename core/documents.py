"""Tables, events and hand records as the JSON that Redis keeps, `{"schema": 1, "table": …}`, and back.

Nothing that is read is guessed: another schema number raises `UnknownSchema`, anything else that doesn't fit raises
`BadDocument`. Neither error quotes the document, which holds cards that nobody may see.
"""

from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import SchemaSerializer, to_json

from core.cardroom.deeds import Deed
from core.cardroom.table import Table
from core.events import Event
from core.poker.record import HandRecord

SCHEMA: Literal[1] = 1
"""Of every document that this version writes; the only one it reads."""

Events: TypeAlias = tuple[Annotated[Event, Field(discriminator="kind")], ...]


class BadDocument(Exception):
    """A document in Redis isn't what this version writes: it was damaged, or changed by hand."""


class UnknownSchema(BadDocument):
    """A document in Redis was written by another version of Riverbot, which alone knows what it means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDocument:
    """A table in full, undealt cards and all."""

    schema: Literal[1]
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsDocument:
    """What one commit announces, private events and all."""

    schema: Literal[1]
    events: Events


_Atom: TypeAlias = str | int
_Row: TypeAlias = tuple[_Atom | tuple[_Atom | tuple[_Atom | tuple[_Atom, ...], ...], ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Record(HandRecord):
    """A record, its rows as deep as they may be: pydantic can't follow a type into itself."""

    actions: tuple[_Row, ...] = ()
    awards: tuple[_Row, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDocument:
    """One finished hand with its secret."""

    schema: Literal[1]
    record: _Record


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedDocument:
    """One entry of a table's log."""

    schema: Literal[1]
    deed: Deed


_TABLES = TypeAdapter(TableDocument)
_EVENTS = TypeAdapter(EventsDocument)
_RECORDS = TypeAdapter(RecordDocument)
_DEEDS = TypeAdapter(DeedDocument)
_T = TypeVar("_T")


def written_plainly(schema: Any) -> Any:
    """The schema with text enums written as the text they are: asking each for its value takes as long as the rest."""
    match schema:
        case {"type": "enum", "sub_type": "str"}:
            return {**schema, "serialization": {"type": "str"}}
        case dict():
            return {name: written_plainly(part) for name, part in schema.items()}
        case list() | tuple():
            return type(schema)(written_plainly(part) for part in schema)
        case other:
            return other


_TABLE_WRITER = SchemaSerializer(written_plainly(_TABLES.core_schema))
_EVENTS_WRITER = SchemaSerializer(written_plainly(_EVENTS.core_schema))


def table_document(table: Table) -> bytes:
    """The table as UTF-8 JSON."""
    return _TABLE_WRITER.to_json(TableDocument(schema=SCHEMA, table=table))


def read_table(document: bytes) -> Table:
    """The table in a document. Raises UnknownSchema or BadDocument."""
    return read_document(_TABLES, document, "table").table


def events_document(events: tuple[Event, ...]) -> bytes:
    """The events of one commit as UTF-8 JSON."""
    return _EVENTS_WRITER.to_json(EventsDocument(schema=SCHEMA, events=events))


def read_events(document: bytes) -> tuple[Event, ...]:
    """The events in a document. Raises UnknownSchema or BadDocument."""
    return read_document(_EVENTS, document, "events").events


def record_document(record: HandRecord) -> bytes:
    """The record of a hand as UTF-8 JSON."""
    return to_json({"schema": SCHEMA, "record": record})


def read_record(document: bytes) -> HandRecord:
    """The record in a document, with what was shown after the hand: deck positions on a second line, if any. Raises
    UnknownSchema or BadDocument."""
    text, _, later = document.partition(b"\n")
    found = read_document(_RECORDS, text, "record").record
    values = {each.name: getattr(found, each.name) for each in fields(HandRecord)}
    try:
        return HandRecord(**{**values, "later": tuple(map(int, later.split()))})
    except ValueError:
        raise BadDocument("A stored record can't be read: no numbers on its second line.") from None


def deed_document(deed: Deed) -> bytes:
    """One deed of a table's host as UTF-8 JSON."""
    return to_json({"schema": SCHEMA, "deed": deed})


def read_deed(document: bytes) -> Deed:
    """The deed in a document. Raises UnknownSchema or BadDocument."""
    return read_document(_DEEDS, document, "deed").deed


def read_document(adapter: TypeAdapter[_T], document: bytes, what: str) -> _T:
    """A document that was written as `what`. Raises UnknownSchema or BadDocument, which say `what`."""
    try:
        return adapter.validate_json(document, strict=True)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False)
    for fault in faults:
        if fault["loc"] == ("schema",):
            found = fault["input"] if fault["type"] == "literal_error" else None
            number = f"schema {found}" if isinstance(found, int) else "no schema number"
            raise UnknownSchema(f"A stored {what} has {number}, and this Riverbot reads schema {SCHEMA}.")
    place = ".".join(str(step) for step in faults[0]["loc"]) or "its beginning"
    raise BadDocument(f"A stored {what} can't be read: {faults[0]['type']} at {place}.")
