import { blockRegistry, type BlockType, type SendableBlockType } from '@parley/protocol';
import type { ObjectShape, Shape } from '../packages/protocol/src/blocks/shapes/shape.ts';
import { shapeOf } from './block-shapes.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The blocks of the Python package: a type for each, and a builder for each that an agent may send. */
export const pythonBlocks: GeneratedFile = {
  path: 'python/parley-agent/src/parley_agent/blocks.py',
  generate: () => {
    const definitions = Object.entries(blockRegistry);
    const shapes = definitions.map(
      ([type, { inbound }]) => [type as BlockType, shapeOf(inbound) as ObjectShape] as const,
    );
    const types = shapes.flatMap(([type, shape]) => typesOf(className(type), shape));
    const sendable = shapes.filter(([type]) => type in sentences) as [SendableBlockType, ObjectShape][];
    const union = (name: string, all: readonly (readonly [BlockType, ObjectShape])[]) =>
      `${name} = Union[\n${all.map(([type]) => `    ${className(type)}Block,`).join('\n')}\n]`;
    const unions = [union('SendableBlock', sendable), union('Block', shapes)];
    const names = [
      'Choice',
      'choices',
      'SendableBlock',
      'Block',
      ...types.flatMap(namesIn),
      ...sendable.map(([type]) => builderName(type)),
    ];
    const all = `__all__ = [\n${names.map((name) => `    "${name}",`).join('\n')}\n]`;
    return Promise.resolve(
      [head.replace('%all%', all), ...types, ...unions, helpers, ...sendable.map(builder)].join('\n\n\n') + '\n',
    );
  },
};

/** What each builder makes. */
const sentences: Readonly<Record<SendableBlockType, string>> = {
  text: 'Text in a markdown subset.',
  card: 'A card with a title, and optionally a body, an image, actions, a price and a purchase.',
  image: 'A picture that the agent has uploaded.',
  file: 'A file to download.',
  buttons: 'Buttons. The payload of the one that is pressed comes back as the next message of the person.',
  form: 'A form. The answer comes as ``form.submitted``, once a person.',
  task_update: 'Shows a task and how it stands. To move a task, use ``ctx.update_task``.',
  progress: 'How far something is. Leave the percentage out where it is not known.',
  table: 'A table; every row is as long as the header.',
  audio: 'A sound recording that the agent has uploaded.',
  video: 'A film that the agent has uploaded.',
  thinking: "What a model thought, with its provider's signature. Only the agent's owner sees it.",
  tool_use: "A tool that the agent used on its own. Only the agent's owner sees the input.",
  tool_result: "What a tool answered. Only the agent's owner sees the content.",
  list: 'A titled list.',
  location: 'A place on the map, in degrees.',
  event: 'An event to look at; it is not placed on any calendar.',
  notification: 'A notice with a title and a body. ``action_label`` is shown and leads nowhere.',
  intent: 'What the agent is about to do; for drafts only.',
  needs_human: 'Says that a person must take over, and why; for final replies only.',
  chart: 'A chart; for final replies only.',
};

const head = `"""Blocks, one builder for each type that an agent may send.

They only make the block; \`\`ctx.reply\`\` and the other calls check it as the platform will, and raise a RefusedError that names the path,
the reason and a way to fix it.

Generated from the protocol: run \`\`npx tsx scripts/generated.ts --write\`\`.
"""

# fmt: off
# ruff: noqa: E501

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, Literal, Mapping, Sequence, TypedDict, Union, cast

%all%


class Choice(TypedDict):
    """A labelled choice: of buttons, of a card or of a select field."""

    label: str
    payload: str`;

const helpers = `def choices(items: Sequence[str | Choice]) -> list[Choice]:
    """Choices for a card's actions, buttons or a select field. A string is both label and payload."""
    return [{"label": item, "payload": item} if isinstance(item, str) else item for item in items]


def _timestamp(time: datetime | str) -> str:
    """As the wire has it; a datetime without a zone is of the zone of this machine."""
    if isinstance(time, str):
        return time
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _given(block: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return {**block, **{name: value for name, value in optional.items() if value is not None}}`;

const className = (name: string) => name.replace(/(^|_)(\w)/g, (_match, _line, letter: string) => letter.toUpperCase());
const isOptional = (shape: ObjectShape, name: string) => shape.optional?.includes(name) ?? false;
const isChoice = (shape: Shape) => shape.is === 'object' && Object.keys(shape.fields).join() === 'label,payload';

/** The type of a block or of an object in one, after those of the objects in it. */
function typesOf(owner: string, shape: ObjectShape, suffix = 'Block'): string[] {
  const inner = Object.entries(shape.fields).flatMap(([name, field]) => {
    const object = field.is === 'array' ? field.item : field;
    return object.is === 'object' && !isChoice(object) ? typesOf(innerName(owner, name), object, '') : [];
  });
  const lines = (optional: boolean) =>
    Object.entries(shape.fields)
      .filter(([name]) => isOptional(shape, name) === optional)
      .map(([name, field]) => `    ${name}: ${typeOf(owner, name, field)}`)
      .join('\n');
  const name = `${owner}${suffix}`;
  if (!shape.optional) return [...inner, `class ${name}(TypedDict):\n${lines(false)}`];
  if (lines(false) === '') return [...inner, `class ${name}(TypedDict, total=False):\n${lines(true)}`];
  return [
    ...inner,
    `class _${name}(TypedDict):\n${lines(false)}`,
    `class ${name}(_${name}, total=False):\n${lines(true)}`,
  ];
}

/** Python's own `list` is needed too. */
const builderName = (type: SendableBlockType) => (type === 'list' ? 'list_' : type);
const namesIn = (definition: string) => [...definition.matchAll(/^class ([A-Z]\w*)/gm)].map(([, name = '']) => name);

/** `fields` of a form are FormFields each. */
const innerName = (owner: string, name: string) =>
  `${owner}${className(name === 'series' ? name : name.replace(/s$/, ''))}`;

function typeOf(owner: string, name: string, shape: Shape, isTaken = false): string {
  const many = (item: string) => (isTaken ? `Sequence[${item}]` : `list[${item}]`);
  switch (shape.is) {
    case 'any':
      return 'Any';
    case 'boolean':
      return 'bool';
    case 'record':
      return 'Mapping[str, Any]';
    case 'one':
      return `Literal[${shape.of.map((one) => JSON.stringify(one)).join(', ')}]`;
    case 'string':
      return isTaken && shape.format ? 'datetime | str' : 'str';
    case 'number':
      return shape.whole ? 'int' : 'float';
    case 'array':
      return many(isTaken && isChoice(shape.item) ? 'str | Choice' : typeOf(owner, name, shape.item, isTaken));
    case 'object':
      return isChoice(shape) ? 'Choice' : innerName(owner, name);
  }
}

function builder([type, shape]: [SendableBlockType, ObjectShape]): string {
  const fields = Object.entries(shape.fields).filter(([name]) => name !== 'type');
  const required = fields.filter(([name]) => !isOptional(shape, name));
  const optional = fields.filter(([name]) => isOptional(shape, name));
  const taken = ([name, field]: [string, Shape]) => `${name}: ${typeOf(className(type), name, field, true)}`;
  const args = [
    ...required.map(taken),
    ...(optional.length > 0 ? ['*'] : []),
    ...optional.map((one) => `${taken(one)} | None = None`),
  ];
  const bounds = fields.map(([name, field]) => [name, boundsOf(field)]).filter(([, bound]) => bound !== '');
  const given = [`"type": "${type}"`, ...required.map(([name, field]) => `"${name}": ${valueOf(name, field)}`)].join(
    ', ',
  );
  const made = optional.length === 0 ? `{${given}}` : givenOf(given, optional);
  return [
    signature(type, args),
    `    """${sentences[type]}`,
    ...(bounds.length > 0 ? ['', ...bounds.map(([name, bound]) => `    \`\`${name}\`\`: ${bound}.`)] : []),
    '    """',
    ...(made.length < 85
      ? [`    return cast(${className(type)}Block, ${made})`]
      : [`    whole = ${made}`, `    return cast(${className(type)}Block, whole)`]),
  ]
    .join('\n')
    .replace(/("""[^\n]*)\n {4}"""/, '$1"""');
}

function signature(type: SendableBlockType, args: readonly string[]): string {
  const line = `def ${builderName(type)}(${args.join(', ')}) -> ${className(type)}Block:`;
  if (line.length <= 120) return line;
  return `def ${builderName(type)}(\n${args.map((arg) => `    ${arg},\n`).join('')}) -> ${className(type)}Block:`;
}

function givenOf(required: string, optional: readonly (readonly [string, Shape])[]): string {
  const parts = [`{${required}}`, ...optional.map(([name, field]) => `${name}=${optionalOf(name, field)}`)];
  const line = `_given(${parts.join(', ')})`;
  return line.length < 95 ? line : `_given(\n${parts.map((part) => `        ${part},\n`).join('')}    )`;
}

/** What of a parameter stands in the block. */
function valueOf(name: string, shape: Shape): string {
  if (shape.is === 'string' && shape.format) return `_timestamp(${name})`;
  if (shape.is !== 'array') return name;
  if (isChoice(shape.item)) return `choices(${name})`;
  return shape.item.is === 'array' ? `[list(one) for one in ${name}]` : `list(${name})`;
}

function optionalOf(name: string, shape: Shape): string {
  const value = valueOf(name, shape);
  return value === name ? name : `None if ${name} is None else ${value}`;
}

function boundsOf(shape: Shape): string {
  switch (shape.is) {
    case 'string':
      return shape.max === undefined ? '' : `${span(shape)} characters`;
    case 'array':
      return `${span(shape)} items`;
    case 'number':
      return shape.above === undefined ? span(shape, false) : `more than ${shape.above}, ${span(shape)}`;
    case 'any':
    case 'boolean':
    case 'record':
    case 'one':
    case 'object':
      return '';
  }
}

/** @param isLength A length of 0 goes without saying. */
function span({ min, max }: { readonly min?: number; readonly max?: number }, isLength = true): string {
  if (max === undefined) return min === undefined ? '' : `${min} or more`;
  return min === undefined || (isLength && min === 0) ? `at most ${max}` : `${min} to ${max}`;
}
