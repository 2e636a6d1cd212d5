import { isEmoji } from '@parley/protocol';
import { emojiWords } from '../../../words/emoji.ts';

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

const names = new Map(emojiWords.map(([emoji, name]) => [emoji, name]));

/** Returns the name of an emoji; the emoji itself, which screen readers name, where the picker does not offer it. */
export function emojiName(emoji: string): string {
  return names.get(emoji) ?? emoji;
}

/** Returns the emoji that each word of a query finds; all for an empty one, and an emoji alone where the query is one. */
export function findEmoji(query: string): readonly NamedEmoji[] {
  const typed = asEmoji(query.trim());
  if (typed !== null) return [{ emoji: typed, name: emojiName(typed) }];
  const words = query
    .toLowerCase()
    .split(/[\s:_]+/u)
    .filter((word) => word !== '');
  return emojiWords.flatMap(([emoji, name, more = '']) => {
    const known = `${name} ${more}`.toLowerCase().split(/[\s-]+(?=\D)/u);
    return words.every((word) => known.some((each) => each.startsWith(word))) ? [{ emoji, name }] : [];
  });
}

/** Returns a text as the emoji that the server takes: some keyboards leave the selector of its colored form out. */
function asEmoji(text: string): string | null {
  if (isEmoji(text)) return text;
  return isEmoji(`${text}\uFE0F`) ? `${text}\uFE0F` : null;
}
