"""A test's surroundings: a person, an agent of theirs and a room, gone when the test is over."""

from __future__ import annotations

import unittest
from typing import Any

from parley_agent import Agent

from .person import Person, Room


class WorldTest(unittest.IsolatedAsyncioTestCase):
    """Each test has a person who has just signed up."""

    ada: Person

    async def asyncSetUp(self) -> None:
        self.ada = await Person.sign_up()
        self.addAsyncCleanup(self.ada.leave)

    def make(self, registered: dict[str, str], **options: Any) -> Agent:
        """An agent that stops with the test."""
        agent = Agent(**registered, **options)  # type: ignore[arg-type]
        self.addAsyncCleanup(agent.stop, 1)
        return agent

    async def seat(self, *scopes: str, **options: Any) -> tuple[Agent, Room]:
        """An agent on the relay that has not started yet, and a room with it."""
        requested = [{"scope": scope, "reason": "A test."} for scope in scopes]
        registered = await self.ada.register(requested_scopes=requested)
        return self.make(registered, **options), await self.ada.room_with(registered, scopes)
