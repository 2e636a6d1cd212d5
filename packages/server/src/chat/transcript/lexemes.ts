import type { ConversationId } from '@parley/protocol';
import { unitsOf, type Term, type Unit } from './units.ts';

/** Limits of the index for one message. Words beyond them are not found. */
const lexemesMax = 10_000;
const bytesMax = 500_000;
/**
 * Characters of a word in the index. Words that share them share an entry; comparing the messages distinguishes them.
 */
const charactersMax = 64;
/** Words of a query that the index looks up. Candidates are compared with the whole query. */
const askedMax = 12;

/** The readers of a word: everyone in the conversation, or only the owner of the agent that wrote it. */
export type Audience = 'everyone' | 'owner';

/**
 * Returns the prefix of each word in the index. Conversations with the same end of their id share it; a column tells
 * them apart.
 */
const prefixOf = (conversation: ConversationId, audience: Audience) =>
  `${conversation.slice(-6)}${audience === 'owner' ? '~' : ''}`;

/** Returns the words of a message in `tsvector` syntax. */
export function writeWords(conversation: ConversationId, texts: readonly (readonly [Audience, string])[]): string {
  const all = new Set<string>();
  let bytes = 0;
  for (const [audience, text] of texts) {
    const before = prefixOf(conversation, audience);
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

/** Returns the terms of a query in `tsquery` syntax, for these readers of a conversation. */
export function writeQuery(
  conversation: ConversationId,
  terms: readonly Term[],
  audiences: readonly Audience[],
): string {
  const asked = terms.flatMap(askedOf).slice(0, askedMax);
  return asked
    .map(({ lexeme, isPrefix }) => {
      const places = audiences.map(
        (audience) => `'${prefixOf(conversation, audience)}${lexeme}'${isPrefix ? ':*' : ''}`,
      );
      return places.length === 1 ? places.join('') : `(${places.join(' | ')})`;
    })
    .join(' & ');
}

/** A run without spaces is indexed by each pair of adjacent characters, and by its last character. */
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
/** Words contain only letters, digits, marks and pictographs, so none contains a quotation mark. */
const write = (lexemes: ReadonlySet<string>): string => [...lexemes].map((lexeme) => `'${lexeme}'`).join(' ');
