import { pointerNames, readPointer, type StandingGrant } from '@parley/protocol';
import { keyName } from '../../ui/key-name.ts';
import { spelled } from '../../ui/spelled-text.ts';
import { standingListWords } from '../../words/standing.ts';
import type { StandingSaid } from '../../words/standing-sentence.ts';
import type { BoundsDraft } from './draft.ts';
import type { DraftTerms } from './terms-of.ts';
import { momentWords } from './moment-words.ts';

/** Longer values are cut in a sentence; the rows of the card show them whole. */
const valueCharacters = 60;

/** Returns what the sentence about a draft says. */
export function saidOfDraft(
  draft: BoundsDraft,
  { terms, hasUses }: DraftTerms,
  { agent, tool, now }: { readonly agent: string; readonly tool: string; readonly now: Date },
): StandingSaid {
  const args = Object.fromEntries(draft.members.map(({ name, value }) => [name, value]));
  return {
    ...boundsOf({ equal: terms.equal ?? [], max: terms.max ?? [] }, (path) => readPointer(args, path)),
    agent: spelled(agent),
    tool: spelled(tool),
    isCharge: draft.members.some(({ isCoins }) => isCoins),
    free: draft.members.filter(({ mode }) => mode === 'free').map(({ name }) => spelled(keyName(name))),
    uses: hasUses ? (terms.uses ?? null) : undefined,
    until: terms.until === null ? null : momentWords(terms.until, now),
    room: draft.isAnywhere ? undefined : null,
  };
}

export interface GrantPlace {
  readonly agent: string;
  /** The top-level arguments of the approved call; null if they are not known. */
  readonly members: readonly string[] | null;
  /** The name of its room; null if the sentence is shown in that room. */
  readonly room: string | null;
  readonly now: Date;
}

/** Returns what the sentence about a standing grant says. */
export function saidOfGrant(grant: StandingGrant, { agent, members, room, now }: GrantPlace): StandingSaid {
  const { equal, max, tool, uses, until, conversationId } = grant;
  const value = (path: string) => equal.find((one) => one.path === path)?.value;
  const named = [...equal, ...max].map(({ path }) => pointerNames(path)[0] ?? '');
  const isWhole = equal.some(({ path }) => path === '');
  return {
    ...boundsOf({ equal: equal.map(({ path }) => path), max }, value),
    agent: spelled(agent),
    tool: spelled(tool),
    isCharge: tool === 'coin.charge',
    // Until the names are read, the sentence says the widest.
    free: isWhole
      ? []
      : (members?.filter((name) => !named.includes(name)).map((name) => spelled(keyName(name))) ?? [
          standingListWords.others,
        ]),
    uses,
    until: momentWords(until, now),
    room: conversationId === null ? undefined : room === null ? null : spelled(room),
  };
}

interface Bounds {
  readonly equal: readonly string[];
  readonly max: readonly {
    readonly path: string;
    readonly perCall?: number | null | undefined;
    readonly total?: number | null | undefined;
  }[];
}

function boundsOf({ equal, max }: Bounds, valueAt: (path: string) => unknown): Pick<StandingSaid, 'bounds' | 'same'> {
  return {
    bounds: max.map(({ path, perCall, total }) => ({
      name: pathWords(path),
      perCall: perCall ?? null,
      total: total ?? null,
      exactly: equal.includes(path) ? JSON.stringify(valueAt(path)) : null,
    })),
    same: equal.includes('')
      ? 'all'
      : equal.map((path) => ({ name: pathWords(path), value: valueWords(valueAt(path)) })),
  };
}

/** Returns the names on a path: `/a/b` is `a › b`. */
export function pathWords(path: string): string {
  return pointerNames(path)
    .map((name) => spelled(keyName(name)))
    .join(' › ');
}

/** Returns a value for a sentence: a text in quotes, everything else as JSON. */
export function valueWords(value: unknown): string {
  const isText = typeof value === 'string';
  const text = isText ? value : JSON.stringify(value);
  const characters = [...text];
  const cut = characters.length > valueCharacters ? `${characters.slice(0, valueCharacters).join('')}…` : text;
  return isText ? `“${spelled(cut)}”` : spelled(cut);
}
