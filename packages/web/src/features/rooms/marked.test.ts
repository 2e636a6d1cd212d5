import { expect, it } from 'vitest';
import { marked } from './marked.ts';

const hits = (text: string, query: string) =>
  marked(text, query)
    .filter(({ isHit }) => isHit)
    .map((piece) => piece.text);

it('marks the beginnings of words, whatever their case', () => {
  expect(hits('The Ficus is dry, and so is the office', 'FI dry')).toEqual(['Fi', 'dry']);
  expect(
    marked('The Ficus', 'fi')
      .map((piece) => piece.text)
      .join(''),
  ).toBe('The Ficus');
});

it('takes what is typed for text and not for a pattern', () => {
  for (const query of ['(', '[a', 'a+b', '\\', '$^', 'a-b', '{2}'])
    expect(() => marked('a (b) [c]', query)).not.toThrow();
  expect(hits('what (is) this', '(is')).toEqual(['(is']);
});
