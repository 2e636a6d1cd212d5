from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping

_VARIABLES = {
    "base_url": "PARLEY_BASE_URL",
    "agent_id": "PARLEY_AGENT_ID",
    "credential_id": "PARLEY_CREDENTIAL_ID",
    "secret": "PARLEY_AGENT_SECRET",
}


def read_env(given: Mapping[str, str]) -> dict[str, Any]:
    """The options of an agent that the environment names. Raises ValueError that names every variable that is missing."""
    values = {name: _value_of(given, name) for name in _VARIABLES.values()}
    missing = [name for name, value in values.items() if not value]
    if missing:
        raise ValueError(f"Set {', '.join(missing)} in the environment. The app shows them when an agent is registered.")
    read: dict[str, Any] = {option: values[name] for option, name in _VARIABLES.items()}
    if given.get("PARLEY_AGENT_HANDLE"):
        read["handle"] = given["PARLEY_AGENT_HANDLE"]
    return read


def _value_of(env: Mapping[str, str], name: str) -> str | None:
    """The variable, or what is in the file that the one with ``_FILE`` behind its name names."""
    file = env.get(f"{name}_FILE")
    if not file:
        return env.get(name)
    try:
        content = Path(file).read_text("utf-8").strip()
    except OSError as error:
        raise ValueError(f"{name}_FILE names {file}, which cannot be read ({error.strerror}).") from error
    if not content:
        raise ValueError(f"{name}_FILE names {file}, which is empty.")
    return content
