"""How a request is written down for the wire: by hiredis, ten times as fast as redis-py for one of twenty words."""

import hiredis


class PackingInC:
    """A connection that leaves it to hiredis."""

    def pack_command(self, *words: bytes | str | float) -> list[bytes]:
        """The request as it goes over the wire."""
        return [hiredis.pack_command(words)]  # type: ignore[arg-type]  # its stub says: a tuple of one
