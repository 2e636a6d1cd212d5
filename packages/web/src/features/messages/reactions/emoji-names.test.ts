import { isEmoji } from '@parley/protocol';
import { expect, it } from 'vitest';
import { emojiWords } from '../../../words/emoji.ts';
import { emojiName, findEmoji } from './emoji-names.ts';

const found = (query: string) => findEmoji(query).map(({ emoji }) => emoji);

it('§28 offers only emoji that the server takes, each once and with a name of its own', () => {
  expect(emojiWords.filter(([emoji]) => !isEmoji(emoji))).toEqual([]);
  expect(new Set(emojiWords.map(([emoji]) => emoji)).size).toBe(emojiWords.length);
  expect(new Set(emojiWords.map(([, name]) => name)).size).toBe(emojiWords.length);
});

it('§28 finds emoji by the beginnings of their words, as some apps write them too', () => {
  expect(found('thumbs up')).toEqual(['👍']);
  expect(found('  UP thu')).toEqual(['👍']);
  expect(found(':party_pop')).toEqual(['🎉']);
  expect(found('+1')).toEqual(['👍']);
  expect(found('')).toHaveLength(emojiWords.length);
  expect(found('no such emoji')).toEqual([]);
});

it('§28 takes any emoji that is typed or pasted, with or without its selector', () => {
  expect(found('🦩')).toEqual(['🦩']);
  expect(found(' 👩‍🚀 ')).toEqual(['👩‍🚀']);
  expect(found('❤')).toEqual(['❤️']);
  expect(found('🦩🦩')).toEqual([]);
  expect(emojiName('🦩')).toBe('🦩');
});
