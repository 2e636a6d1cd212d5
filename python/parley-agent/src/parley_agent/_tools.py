from __future__ import annotations

import re
import time
from typing import Any, Sequence

from .client import AgentClient
from .errors import RefusedError

Tool = dict[str, Any]


class ModelTool(dict[str, Any]):
    """A tool as most models take it: ``name``, ``description`` and ``input_schema``."""

    def __init__(self, tool: Tool) -> None:
        super().__init__(
            name=_model_name(tool["name"]), description=tool["description"], input_schema=tool["input_schema"]
        )
        #: Whether the person who is asked may let equal calls run without a question, for a time and within bounds. No member, since models
        #: refuse members that they do not know.
        self.standing: bool = tool["standing"]


#: The operator changes tools seldom, and a model is asked often.
_GOOD_FOR = 60.0
#: The scopes of the tools that every platform has.
_KNOWN_SCOPES = {
    "clock.now": "clock.read",
    "coin.charge": "coin.charge",
    "identity.read": "identity.read",
    "decision.request": "decision.request",
}


class ToolList:
    """The tools that an agent may ask for, asked of the platform at most once a minute."""

    def __init__(self, client: AgentClient) -> None:
        self._client = client
        self._asked: tuple[float, Sequence[Tool]] | None = None

    async def list(self) -> Sequence[Tool]:
        now = time.monotonic()
        if self._asked is None or now - self._asked[0] >= _GOOD_FOR:
            self._asked = (now, (await self._client.list_tools())["items"])
        return self._asked[1]


async def find_call(name: str, tools: ToolList) -> tuple[str, str]:
    """The name and the scope of the tool that a model or a handler means."""
    if name in _KNOWN_SCOPES:
        return name, _KNOWN_SCOPES[name]
    items = await tools.list()
    for tool in [*(one for one in items if one["name"] == name), *items]:
        if name in (tool["name"], _model_name(tool["name"])):
            return tool["name"], tool["scope"]
    names = ", ".join(tool["name"] for tool in items)
    hint = f"There is {names}. Its scope must stand in the manifest." if names else "Name its scope in the manifest."
    raise RefusedError("tool_not_found", 404, f'There is no tool "{name}" for this agent.', hint=hint)


def to_model_tools(items: Sequence[Tool], granted: Sequence[str] | None) -> list[ModelTool]:
    """Those that the person grants (all where that is None) and no policy forbids. Names have no dots, since models refuse them."""
    return [
        ModelTool(tool)
        for tool in items
        if tool["policy"] != "deny" and (granted is None or tool["scope"] in granted)
    ]


def to_function_tool(tool: Tool) -> Tool:
    """The same in the form of OpenAI's API, which many others share."""
    function = {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]}
    return {"type": "function", "function": function}


def _model_name(name: str) -> str:
    return re.sub("[^a-zA-Z0-9_-]", "_", name)[:64]
