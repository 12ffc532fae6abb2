"""How the small values of a hand are declared: frozen for the type checker, plain at run time.

A hand makes some three hundred of them. Freezing at run time makes each three times as dear to build, because every
field then goes through ``object.__setattr__``; measured over whole random hands, leaving that out is worth half as
many hands again. mypy still refuses every assignment to a field, and `make check` refuses what mypy refuses.
"""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A dataclass with slots and keyword-only fields that is never changed once it is made."""
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(cls)
