"""The gateway, v10: sessions that outlive their sockets, replay on resume, op 7 and 9, zlib-stream, shards."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from . import payloads
from .answers import Json

if TYPE_CHECKING:
    from .stage import Stage


class Intent(IntEnum):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
LONGEST_SEND = 4096  # bytes


class Socket:
    """One websocket: what is put in goes out in order, compressed if the client asked for it."""

    def __init__(self, response: web.WebSocketResponse, compressed: bool) -> None:
        self.response = response
        self._deflate = zlib.compressobj() if compressed else None
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def put(self, payload: Json) -> None:
        self._outbox.put_nowait(json.dumps(payload, separators=(",", ":")))

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            with suppress(ConnectionError, RuntimeError):
                if self._deflate is None:
                    await self.response.send_str(text)
                else:
                    frame = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.response.send_bytes(frame)

    async def close(self, code: int) -> None:
        await self.response.close(code=code)

    def stop(self) -> None:
        self._writer.cancel()


@dataclass(slots=True, eq=False)
class Session:
    """What a bot identified: its shard and intents, and every event it was sent, for replay."""

    id: str
    shard: int
    shard_count: int
    intents: int
    seq: int = 0
    sent: list[Json] = field(default_factory=list)
    socket: Socket | None = None

    def send(self, event: str, data: Json) -> None:
        self.seq += 1
        payload = {"op": 0, "t": event, "s": self.seq, "d": data}
        self.sent.append(payload)
        if self.socket is not None:
            self.socket.put(payload)


class Gateway:
    """Takes the bot's websockets and sends it events; tests break the connection in every way that Discord does."""

    def __init__(self, stage: "Stage") -> None:
        self._stage = stage
        self.heartbeat_interval = 41_250  # milliseconds
        self.acknowledging = True  # heartbeats; False makes a connection that looks dead
        self.permitted_intents = ~int(
            PRIVILEGED
        )  # the privileged ones close with 4014, as in a fresh application
        self.identify_seconds = 0.0  # an IDENTIFY sooner after the last is answered by op 9
        self.sessions: dict[str, Session] = {}
        self.identified: list[Json] = []
        self.resumed: list[Json] = []
        self.heartbeats = 0
        self._last_identify = float("-inf")
        self._open = asyncio.Event()
        self._open.set()
        self._sockets: set[Socket] = set()

    def connected(self, shards: int = 1) -> bool:
        return sum(session.socket is not None for session in self.sessions.values()) >= shards

    def emit(self, event: str, data: Json, guild_id: int | None = None, intent: int = Intent.GUILDS) -> None:
        """To every session that has the guild's shard (0 without a guild) and the intent (0: none is needed)."""
        for session in self.sessions.values():
            shard = (guild_id >> 22) % session.shard_count if guild_id is not None else 0
            if session.shard == shard and (intent == 0 or session.intents & intent):
                session.send(event, data)

    def _of(self, shard: int | None) -> list[Session]:
        return [s for s in self.sessions.values() if shard in (None, s.shard) and s.socket is not None]

    def request_reconnect(self, shard: int | None = None) -> None:
        """Op 7: please come back and resume."""
        for session in self._of(shard):
            if session.socket is not None:
                session.socket.put({"op": 7, "d": None})

    def invalidate(self, shard: int | None = None, *, resumable: bool = False) -> None:
        """Op 9; unless resumable, the session is forgotten."""
        for session in self._of(shard):
            if session.socket is not None:
                session.socket.put({"op": 9, "d": resumable})
                session.socket = None
            if not resumable:
                del self.sessions[session.id]

    async def drop(self, code: int = 1011, shard: int | None = None) -> None:
        """Close the sockets with the code; the sessions stay and gather what happens."""
        for session in self._of(shard):
            socket, session.socket = session.socket, None
            if socket is not None:
                await socket.close(code)

    @asynccontextmanager
    async def outage(self, code: int = 1011, shard: int | None = None) -> AsyncIterator[None]:
        """Drop, and let nobody back in until the block ends."""
        self._open.clear()
        try:
            await self.drop(code, shard)
            yield
        finally:
            self._open.set()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        await self._open.wait()
        response = web.WebSocketResponse(compress=False, max_msg_size=0)
        await response.prepare(request)
        socket = Socket(response, request.query.get("compress") == "zlib-stream")
        self._sockets.add(socket)
        socket.put({"op": 10, "d": {"heartbeat_interval": self.heartbeat_interval, "_trace": []}})
        resume_url = _resume_url(request)
        try:
            await self._converse(socket, resume_url)
        finally:
            self._sockets.discard(socket)
            socket.stop()
            self._left(socket)
        return response

    async def close(self) -> None:
        self._open.set()
        for socket in list(self._sockets):
            await socket.close(1001)

    def _left(self, socket: Socket) -> None:
        """A client that says goodbye (1000 or 1001) ends its session; any other end keeps it for a resume."""
        for session in list(self.sessions.values()):
            if session.socket is socket:
                session.socket = None
                if socket.response.close_code in (1000, 1001):
                    del self.sessions[session.id]
        self._stage.pulse()

    async def _converse(self, socket: Socket, resume_url: str) -> None:
        async for frame in socket.response:
            if frame.type is not WSMsgType.TEXT:
                continue
            code = (
                4002
                if len(frame.data.encode()) > LONGEST_SEND
                else self._take(socket, frame.data, resume_url)
            )
            self._stage.pulse()
            if code:
                await socket.close(code)

    def _take(self, socket: Socket, text: str, resume_url: str) -> int:
        """Handle one payload; a close code, or 0 to go on."""
        try:
            payload = json.loads(text)
        except ValueError:
            return 4002
        data = payload.get("d")
        session = next((s for s in self.sessions.values() if s.socket is socket), None)
        match payload.get("op"):
            case 1:
                self.heartbeats += 1
                if self.acknowledging:
                    socket.put({"op": 11, "d": None})
                return 0
            case 2:
                return 4005 if session else self._identify(socket, data, resume_url)
            case 6:
                return 4005 if session else self._resume(socket, data)
            case 3 | 4 | 8 if session is None:
                return 4003
            case 3 | 4:
                return 0
            case 8 if session is not None:
                self._members(session, data)
                return 0
        return 4001

    def _identify(self, socket: Socket, data: Json, resume_url: str) -> int:
        stage, now = self._stage, self._stage.clock.now()
        shard, shard_count = data.get("shard") or (0, 1)
        if data["token"] != stage.token:
            return 4004
        if not 0 <= shard < shard_count:
            return 4010
        if data["intents"] & ~self.permitted_intents:
            return 4014
        if now - self._last_identify < self.identify_seconds:
            socket.put({"op": 9, "d": False})
            return 0
        self._last_identify = now
        self.identified.append(data)
        session = Session(f"session-{stage.ids.next()}", shard, shard_count, data["intents"], socket=socket)
        self.sessions[session.id] = session
        guilds = [g for g in stage.world.guilds.values() if (g.id >> 22) % shard_count == shard]
        session.send("READY", self._ready(session, [g.id for g in guilds], resume_url))
        for guild in guilds:
            session.send("GUILD_CREATE", payloads.guild_create(guild, stage.world))
        return 0

    def _ready(self, session: Session, guilds: Iterable[int], resume_url: str) -> Json:
        world = self._stage.world
        return {
            "v": 10,
            "user": payloads.user(world.bot) | {"mfa_enabled": False, "verified": True, "email": None},
            "guilds": [{"id": str(guild), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": resume_url,
            "session_type": "normal",
            "shard": [session.shard, session.shard_count],
            "application": {"id": str(world.application_id), "flags": 0},
            "private_channels": [],
            "user_settings": {},
        }

    def _resume(self, socket: Socket, data: Json) -> int:
        session = self.sessions.get(data["session_id"])
        if session is None:
            socket.put({"op": 9, "d": False})
            return 0
        if data["token"] != self._stage.token:
            return 4004
        seq = data["seq"] or 0
        if seq > session.seq:
            return 4007
        self.resumed.append(data)
        for payload in session.sent[seq:]:
            socket.put(payload)
        session.socket = socket
        session.send("RESUMED", {"_trace": []})
        return 0

    def _members(self, session: Session, data: Json) -> None:
        """Op 8 by user ids; a search by name finds nobody without the members intent."""
        guild = self._stage.world.guilds[int(data["guild_id"])]
        wanted: Any = data.get("user_ids") or []
        ids = [int(one) for one in (wanted if isinstance(wanted, list) else [wanted])]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [payloads.member(guild.members[one]) for one in ids if one in guild.members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(one) for one in ids if one not in guild.members],
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        session.send("GUILD_MEMBERS_CHUNK", chunk)


def _resume_url(request: web.Request) -> str:
    """Where to resume: in the world the client came from."""
    host = request.host.split(":")[0]
    if host.endswith("discord.gg"):
        return "wss://gateway-loopback.discord.gg"
    return f"ws://{request.host}/gateway"
