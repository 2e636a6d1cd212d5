import { expect, it } from 'vitest';
import { mentionedHandles } from './mentions.ts';

it.each([
  ...['@ada', 'hello @ada', '(@ada)', '@ada, please', 'well, @Ada!', '@ADA.', 'a\n@ada\nb', '"@ada"', '`@ada`'],
  ...['@ben @ada', '@ada@ben', '@ada’s', 'see:@ada', '@adaä'],
])('§28 %j mentions ada', (text) => expect(mentionedHandles(text)).toContain('ada'));

it.each([
  ...['ada', '', '@ad', '@adaa', '@ada-b', '@ada_b', '@ada2', '@ada-', 'me@ada', 'me@ada.example', '@@ada', '@ ada'],
  ...['é@ada', 'e\u0301@ada', '1@ada', '_@ada', '-@ada', '.@ada', '＠ada'],
])('§28 %j does not mention ada', (text) => expect(mentionedHandles(text)).not.toContain('ada'));

it('§28 each handle is there once, in lower case', () => {
  expect([...mentionedHandles('@Ada and @ben, @ada! @Ben_2 @ben-')]).toEqual(['ada', 'ben', 'ben_2', 'ben-']);
});

it('only ASCII is folded, so that no other character becomes a handle', () => {
  expect([...mentionedHandles('@\u212Aay @\u017Fam')]).toEqual([]);
});
