import { isDeepStrictEqual } from 'node:util';
import { blocksAsText, type Message } from '@parley/protocol';

/**
 * What a message should show: words in it, a pattern, some of the members of one of its blocks, or a question to the message.
 *
 * @example
 * await ada.sees('Tea or coffee?');
 * await ada.sees(/^You said/);
 * await ada.sees({ type: 'table', columns: [{ name: 'City' }] });
 * await ada.sees((message) => message.blocks.length === 2);
 */
export type Expectation = string | RegExp | BlockLike | ((message: Message) => boolean);

/** A block with its type, and as many of its members as matter. Objects in it may leave members out too; lists are whole. */
export interface BlockLike {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The longest text of a message that is looked at, in characters. */
const longest = 100_000;

/** Whether a message shows what is expected. */
export function shows(message: Message, expected: Expectation): boolean {
  if (typeof expected === 'function') return expected(message);
  if (typeof expected === 'string') return textOf(message).includes(expected.replaceAll(/\s+/g, ' '));
  if (expected instanceof RegExp) return expected.test(textOf(message));
  return message.blocks.some((block) => isLike(block, expected));
}

/** Whether a text is a string, or has it as a part, or has what a pattern says. A pattern with the flag g or y is looked for from the start. */
export function fits(text: string, wanted: string | RegExp, extent: 'whole' | 'part'): boolean {
  if (wanted instanceof RegExp) return text.search(wanted) !== -1;
  return extent === 'whole' ? text === wanted : text.includes(wanted);
}

/** A string or a pattern as a sentence names it. */
export function quoted(wanted: string | RegExp): string {
  return wanted instanceof RegExp ? String(wanted) : `"${wanted}"`;
}

/** A message as one line of plain text. */
export function textOf({ body, blocks }: Pick<Message, 'body' | 'blocks'>): string {
  return body === null ? blocksAsText(blocks, longest) : body.replaceAll(/\s+/g, ' ');
}

/** What is expected, as a sentence says it. */
export function describe(expected: Expectation): string {
  if (typeof expected === 'function') return 'a message that fits';
  return expected instanceof RegExp ? String(expected) : JSON.stringify(expected);
}

function isLike(value: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((member: unknown, place) => isLike(value[place] as unknown, member))
    );
  }
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(value, expected);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(expected).every(([key, member]) => isLike((value as Record<string, unknown>)[key], member));
}
