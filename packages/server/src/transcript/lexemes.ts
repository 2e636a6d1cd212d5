import type { ConversationId } from '@parley/protocol';
import { unitsOf, type Term, type Unit } from './units.ts';

/** Of one message; what it says beyond is not found. */
const lexemesMax = 10_000;
const bytesMax = 500_000;
/** Of a word, by which it is found; more in common makes two words one, until they are compared. */
const charactersMax = 64;
/** Of a query; what matches these is compared with all of it. */
const askedMax = 12;

/** Where a word stands: for everyone in the conversation, or for the owner of the agent that said it. */
export type Shelf = 'everyone' | 'owner';

/** What stands before each word in the index. Conversations whose ids end alike share it, and are told apart by their column. */
const shelfOf = (conversation: ConversationId, shelf: Shelf) =>
  `${conversation.slice(-6)}${shelf === 'owner' ? '~' : ''}`;

/** The words of a message as a `tsvector` is written. */
export function writeWords(conversation: ConversationId, texts: readonly (readonly [Shelf, string])[]): string {
  const all = new Set<string>();
  let bytes = 0;
  for (const [shelf, text] of texts) {
    const before = shelfOf(conversation, shelf);
    for (const unit of unitsOf(text)) {
      for (const lexeme of lexemesOf(unit)) {
        if (all.size >= lexemesMax || bytes >= bytesMax) return write(all);
        bytes += 3 * lexeme.length + before.length;
        all.add(before + lexeme);
      }
    }
  }
  return write(all);
}

/** The terms of a query as a `tsquery` is written, for what stands on these shelves of a conversation. */
export function writeQuery(conversation: ConversationId, terms: readonly Term[], shelves: readonly Shelf[]): string {
  const asked = terms.flatMap(askedOf).slice(0, askedMax);
  return asked
    .map(({ lexeme, isPrefix }) => {
      const places = shelves.map((shelf) => `'${shelfOf(conversation, shelf)}${lexeme}'${isPrefix ? ':*' : ''}`);
      return places.length === 1 ? places.join('') : `(${places.join(' | ')})`;
    })
    .join(' & ');
}

/** A run is found by each two characters that follow each other, and by the last. */
function lexemesOf({ folded, isRun }: Unit): string[] {
  return isRun ? [...pairsOf(folded), lastOf(folded)] : [cut(folded)];
}

function askedOf({ folded, isRun, isPrefix }: Term): { lexeme: string; isPrefix: boolean }[] {
  if (!isRun) return [{ lexeme: cut(folded), isPrefix }];
  const pairs = pairsOf(folded);
  return pairs.length === 0
    ? [{ lexeme: folded, isPrefix: true }]
    : pairs.map((lexeme) => ({ lexeme, isPrefix: false }));
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}

const lastOf = (run: string): string => [...run].at(-1) ?? '';
const cut = (word: string): string =>
  word.length <= charactersMax ? word : [...word].slice(0, charactersMax).join('');
/** Words hold letters, digits, marks and pictures only, so that nothing in them ends a quotation. */
const write = (lexemes: ReadonlySet<string>): string => [...lexemes].map((lexeme) => `'${lexeme}'`).join(' ');
