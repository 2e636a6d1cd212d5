import { isDeepStrictEqual } from 'node:util';

type Block = Readonly<Record<string, unknown>> & { readonly type: string };
export type Answers = readonly (readonly Block[])[];

/** What two answers are compared by: all of their blocks, the text that they show, or only the types of their blocks. */
export type ComparedBy = 'blocks' | 'text' | 'types';

/** Members that differ from one run to the next although the answer is the same. */
const passing = new Set(['asset_id', 'signature', 'url']);
/** Blocks that show how an answer came about. */
const hidden = new Set(['thinking']);

/** Returns the first difference between the answers of a turn, as a sentence; null if they are equal. */
export function differenceOf(recorded: Answers, now: Answers, by: ComparedBy): string | null {
  for (const [place, blocks] of recorded.entries()) {
    const name = recorded.length === 1 ? 'the answer' : `answer ${place + 1}`;
    const given = now[place];
    if (given === undefined) return `${name} is missing: ${shortOf(blocks)}`;
    const difference = differenceOfBlocks(comparable(blocks), comparable(given), by);
    if (difference !== null) return `${name}: ${difference}`;
  }
  const more = now[recorded.length];
  return more === undefined ? null : `one more answer: ${shortOf(more)}`;
}

function differenceOfBlocks(recorded: readonly Block[], now: readonly Block[], by: ComparedBy): string | null {
  if (by === 'text') {
    const [was, is] = [textIn(recorded), textIn(now)];
    return was === is ? null : `was ${short(was)}, is ${short(is)}`;
  }
  const [were, are] = [recorded, now].map((blocks) => blocks.map(({ type }) => type).join(', '));
  if (were !== are) return `its blocks were ${were || 'none'}, and are ${are || 'none'}`;
  if (by === 'types') return null;
  for (const [place, block] of recorded.entries()) {
    for (const member of new Set([...Object.keys(block), ...Object.keys(now[place] ?? {})])) {
      const [was, is] = [block[member], now[place]?.[member]];
      if (!isDeepStrictEqual(was, is)) return `/${place}/${member} was ${short(was)}, is ${short(is)}`;
    }
  }
  return null;
}

/** Removes hidden blocks and members that change from run to run, and replaces ids by their order. */
function comparable(blocks: readonly Block[]): Block[] {
  const ids = new Map<unknown, string>();
  const known = (id: unknown) => {
    const name = ids.get(id) ?? `#${ids.size + 1}`;
    ids.set(id, name);
    return name;
  };
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => (passing.has(key) ? [] : [[key, clean(member)]])),
    );
  };
  return blocks
    .filter(({ type }) => !hidden.has(type))
    .map((block) => {
      const cleaned = clean(block) as Block;
      if (block.type === 'tool_use') return { ...cleaned, id: known(block['id']) };
      if (block.type === 'tool_result') return { ...cleaned, tool_use_id: known(block['tool_use_id']) };
      return cleaned;
    });
}

function textIn(blocks: readonly Block[]): string {
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}

const shortOf = (blocks: readonly Block[]) => short(textIn(blocks) || blocks.map(({ type }) => type).join(', '));

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
