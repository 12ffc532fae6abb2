"""Sums up published hand records for the list of past hands; a whole record follows when asked for."""

from collections.abc import Mapping
from typing import Any

from adapters.web.pieces import Json

Published = Mapping[str, Any]
"""A hand record as `core.poker.record.published` gives it out."""


def summed_up(record: Published) -> Json:
    """Number, end (milliseconds since the epoch), boards; each seat's name, net chips, shown or own cards."""
    faces = {proof["position"]: proof["card"] for proof in (*record["cards"], *record.get("later", ()))}
    own = record.get("own") or {"seat": None, "cards": []}
    faces |= {proof["position"]: proof["card"] for proof in own["cards"]}
    holes = {hole["seat"]: hole["positions"] for hole in record["deal"]["holes"]}
    return {
        "hand_no": record["hand_no"],
        "ended_ms": record["ended_ms"],
        "boards": [_known(board, faces) for board in record["deal"]["boards"]],
        "seats": [
            {
                "seat": seat["seat"],
                "name": seat["name"],
                "net": seat["end"] - seat["start"],
                "cards": _known(holes[seat["seat"]], faces),
                "own": seat["seat"] == own["seat"],
            }
            for seat in record["seats"]
            if seat["seat"] in holes
        ],
    }


def _known(positions: list[int], faces: Mapping[int, str]) -> list[str]:
    """The cards at these deck positions, as far as they are known to whoever the record was made for."""
    return [faces[position] for position in positions if position in faces]
