import { expect, it } from 'vitest';
import { isEmoji } from './emoji.ts';

it.each(['👍', '👍🏽', '❤️', '👩‍👩‍👧‍👦', '🇩🇪', '1️⃣', '🏴󠁧󠁢󠁷󠁬󠁳󠁿'])('§28 accepts one emoji: %s', (emoji) => {
  expect(isEmoji(emoji)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['two emoji', '👍👍'],
  ['a letter', 'a'],
  ['a digit', '1'],
  ['a heart as a text symbol', '❤'],
  ['a skin tone alone with a joiner', '🏽\u200d'],
  ['half of a flag', '🇩'],
  ['an emoji with a space', '👍 '],
  ['an emoji with a combining mark', '👍\u0301'],
  ['half of a surrogate pair', '\ud83d'],
])('§28 refuses %s', (_what, text) => {
  expect(isEmoji(text)).toBe(false);
});
