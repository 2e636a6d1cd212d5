import { describe, expect, it } from 'vitest';
import type { ConversationId } from '@parley/protocol';
import { writeWords } from './lexemes.ts';
import { snippetOf } from '../messages/search/snippet.ts';
import { findHit, termsOf, unitsOf } from './units.ts';

const matches = (text: string, query: string) => findHit(text, termsOf(query)) !== null;
const folded = (text: string) => [...unitsOf(text)].map((unit) => unit.folded);

describe('words of a text', () => {
  it('are runs of letters and digits, whatever their case, composition and width', () => {
    expect(folded('AI/ML v2.0, don’t')).toEqual(['ai', 'ml', 'v2', '0', 'don', 't']);
    expect(folded('Caf\u0065\u0301 CAFÉ')).toEqual(['café', 'café']);
    expect(folded('ＡＢＣ ﬁne')).toEqual(['abc', 'fine']);
    expect(folded('ΟΔΟΣ οδος')).toEqual(['οδοσ', 'οδοσ']);
    expect(folded('İstanbul istanbul')).toEqual(['istanbul', 'istanbul']);
  });

  it('keep their marks, and lose what nobody sees', () => {
    expect(folded('हिन्दी')).toEqual(['हिन्दी'.normalize('NFKC')]);
    expect(folded('so\u00adup ab\u202ecd')).toEqual(['soup', 'abcd']);
  });

  it('match as a whole, the last as a beginning', () => {
    expect(matches('Soup and bread', 'soup bre')).toBe(true);
    expect(matches('Soup and bread', 'sou bread')).toBe(false);
    expect(matches('Soup and bread', 'soup cake')).toBe(false);
    expect(matches('resume', 'résumé')).toBe(false);
  });

  it('are found anywhere where they are written without spaces, and pictures by themselves', () => {
    expect(matches('明日の会議は三時です', '会議')).toBe(true);
    expect(matches('明日の会議は三時です', '会')).toBe(true);
    expect(matches('東京の京都', '東京都')).toBe(false);
    expect(matches('well done 👍🏽', '👍')).toBe(true);
    expect(matches('hello 🇩🇪🇫🇷', '🇫🇷')).toBe(true);
    expect(matches('hello 🇩🇪🇫🇷', '🇪🇫')).toBe(false);
    expect(matches('iPhone15を買う', 'iphone15 買う')).toBe(true);
  });

  it('keep runs of marks that are longer than any language has, whatever their order', () => {
    const marks = '\u0301\u0323'.repeat(100);
    expect(matches(`say a${marks} now`, `a${marks}`)).toBe(true);
    expect(matches('คุณครู', 'ครู')).toBe(true);
  });

  it('never end a quotation, and are bounded', () => {
    const conversation = 'cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV' as ConversationId;
    expect(writeWords(conversation, [['everyone', `it's a 'trap\\' & !x:*`]])).toBe(
      ['it', 's', 'a', 'trap', 'x'].map((word) => `'9G5FAV${word}'`).join(' '),
    );
    const much = Array.from({ length: 30_000 }, (_, n) => `w${n}`).join(' ');
    expect(writeWords(conversation, [['everyone', much]]).split(' ')).toHaveLength(10_000);
    expect(writeWords(conversation, [['everyone', 'x'.repeat(5_000)]])).toBe(`'9G5FAV${'x'.repeat(64)}'`);
  });
});

describe('a snippet', () => {
  const filler = 'word '.repeat(100);

  it('is the text itself where that is short', () => {
    expect(snippetOf(['One\n\ttwo', 'three'], termsOf('two'))).toBe('One two three');
  });

  it('has at most 200 characters around the first hit', () => {
    const snippet = snippetOf([`${filler}needle ${filler}`], termsOf('needle')) ?? '';
    expect([...snippet].length).toBeLessThanOrEqual(200);
    expect(snippet).toMatch(/^…word .*needle.* w\w*…$/);
  });

  it('cuts no character in two', () => {
    for (let shift = 0; shift < 8; shift += 1) {
      const text = `${'x'.repeat(shift)}${'😀'.repeat(300)} needle ${'😀'.repeat(300)}`;
      const snippet = snippetOf([text], termsOf('needle')) ?? '';
      expect(snippet.isWellFormed?.() ?? !/[\ud800-\udfff]/u.test(snippet)).toBe(true);
      expect([...snippet].length).toBeLessThanOrEqual(200);
      expect(snippet).toContain('needle');
    }
  });

  it('turns nobody’s direction of reading', () => {
    expect(snippetOf(['pay \u202eevil\u202c \u2066now\u2069'], termsOf('evil'))).toBe('pay evil now');
  });
});
