"""Forwards TCP to the server until it is told to cut what is open."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit


class Proxy:
    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.AbstractServer | None = None
        self.url = ""

    @classmethod
    async def open(cls, base_url: str) -> Proxy:
        target = urlsplit(base_url)
        proxy = cls(target.hostname or "127.0.0.1", target.port or 80)
        server = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
        proxy._server = server
        proxy.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return proxy

    def cut(self) -> None:
        """Ends every connection that is open; new ones are taken."""
        for writer in list(self._open):
            writer.transport.abort()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target_reader, target_writer = await asyncio.open_connection(*self._target)
        self._open |= {writer, target_writer}
        await asyncio.gather(_pipe(reader, target_writer), _pipe(target_reader, writer))
        self._open -= {writer, target_writer}


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while chunk := await reader.read(65536):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    writer.close()
