import { describe, expect, it } from 'vitest';
import { wordChanges } from './word-changes.ts';

const marked = (before: string, after: string) =>
  wordChanges(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}]` : `[+${text}]`))
    .join('');

describe('the changes of an edit', () => {
  it('are the words that were removed and added', () => {
    expect(marked('Water the fcius now', 'Water the ficus now')).toBe('Water the [-fcius][+ficus] now');
    expect(marked('one two', 'one two three')).toBe('one two[+ three]');
    expect(marked('one two three', 'one three')).toBe('one [-two ]three');
    expect(marked('', 'new')).toBe('[+new]');
    expect(marked('same', 'same')).toBe('same');
  });

  it('make up both texts, spaces and line breaks included', () => {
    const before = 'a  b\n\nc d e f';
    const after = 'a b\nc  e d f';
    const changes = wordChanges(before, after);
    const without = (kind: string) => changes.flatMap((change) => (change.kind === kind ? [] : change.text)).join('');
    expect([without('added'), without('removed')]).toEqual([before, after]);
  });

  it('of two long texts that share nothing are the whole texts', () => {
    const before = 'x '.repeat(2500);
    const after = 'y\n'.repeat(2500);
    expect(wordChanges(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });
});
