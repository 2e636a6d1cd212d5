import { blockRegistry, eventTypes, limits, refusals } from '@parley/protocol';
import { shapeOf } from './block-shapes.ts';
import type { GeneratedFile } from './generated-file.ts';

/** What the Python package knows of the contract: events, refusals, and the shapes that it checks blocks by. */
export const pythonTables: GeneratedFile = {
  path: 'python/parley-agent/src/parley_agent/_tables.py',
  generate: () => Promise.resolve(`${head}\n${events()}\n${rows()}\n${shapes()}`),
};

const head = `"""Generated from the protocol: run \`\`npx tsx scripts/generated.ts --write\`\`."""

# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from typing import Any, Literal, NamedTuple


class Refusal(NamedTuple):
    status: int
    retryable: bool
    message: str


#: How many blocks a request may carry, and how deep JSON may be nested in it.
REPLY_BLOCKS = ${limits.replyBlocks}
JSON_DEPTH = ${limits.jsonDepth}
`;

function events(): string {
  const names = eventTypes.map((name) => toPython(name)).join(', ');
  return `EventType = Literal[${names}]\nEVENT_TYPES: tuple[EventType, ...] = (${names})\n`;
}

function rows(): string {
  const lines = Object.entries(refusals).map(
    ([code, { status, retryable, message }]) =>
      `    ${toPython(code)}: Refusal(${status}, ${toPython(retryable)}, ${toPython(message)}),`,
  );
  return `REFUSALS: dict[str, Refusal] = {\n${lines.join('\n')}\n}\n`;
}

function shapes(): string {
  const definitions = Object.entries(blockRegistry);
  const senders = definitions.map(([type, { sender }]) => `    ${toPython(type)}: ${toPython(sender)},`);
  const lines = definitions.map(([type, { inbound }]) => `    ${toPython(type)}: ${toPython(shapeOf(inbound))},`);
  return `BLOCK_SENDERS: dict[str, str] = {\n${senders.join('\n')}\n}\n\nBLOCK_SHAPES: dict[str, dict[str, Any]] = {\n${lines.join('\n')}\n}\n`;
}

/** A JSON value as Python writes it. */
function toPython(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, one]) => `${toPython(key)}: ${toPython(one)}`)
      .join(', ')}}`;
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}
