"""Tournaments and their news as the JSON that Redis keeps, `{"schema": 1, "event": …}`, and back.

Nothing that is read is guessed, as in `core.documents`, whose errors these raise.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter
from pydantic_core import SchemaSerializer

from core.cardroom.event_news import News
from core.cardroom.event_result import EventResult
from core.cardroom.tournament import Tournament
from core.documents import SCHEMA, read_document, written_plainly


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDocument:
    """A tournament in full, but for its tables."""

    schema: Literal[1]
    event: Tournament


NewsItems: TypeAlias = tuple[Annotated[News, Field(discriminator="kind")], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsDocument:
    """What one commit announces of a tournament."""

    schema: Literal[1]
    news: NewsItems


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDocument:
    """What a finished tournament counts."""

    schema: Literal[1]
    result: EventResult


_EVENTS = TypeAdapter(EventDocument)
_RESULTS = TypeAdapter(ResultDocument)
_NEWS = TypeAdapter(NewsDocument)
_EVENT_WRITER = SchemaSerializer(written_plainly(_EVENTS.core_schema))
_NEWS_WRITER = SchemaSerializer(written_plainly(_NEWS.core_schema))


def event_document(event: Tournament) -> bytes:
    """The tournament as UTF-8 JSON."""
    return _EVENT_WRITER.to_json(EventDocument(schema=SCHEMA, event=event))


def read_event(document: bytes) -> Tournament:
    """The tournament in a document. Raises UnknownSchema or BadDocument."""
    return read_document(_EVENTS, document, "tournament").event


def news_document(news: tuple[News, ...]) -> bytes:
    """The news of one commit as UTF-8 JSON."""
    return _NEWS_WRITER.to_json(NewsDocument(schema=SCHEMA, news=news))


def read_news(document: bytes) -> tuple[News, ...]:
    """The news in a document. Raises UnknownSchema or BadDocument."""
    return read_document(_NEWS, document, "news").news


def result_document(result: EventResult) -> bytes:
    """What a finished tournament counts, as UTF-8 JSON."""
    return _RESULTS.dump_json(ResultDocument(schema=SCHEMA, result=result))


def read_result(document: bytes) -> EventResult:
    """The result in a document. Raises UnknownSchema or BadDocument."""
    return read_document(_RESULTS, document, "result").result
