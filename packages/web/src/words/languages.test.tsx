import { isRefusalCode, titleOfScope } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { pseudo } from './ar-XB/index.ts';
import * as german from './de/index.ts';
import { languageOf } from './languages.ts';

const sources = import.meta.glob<string>(['./*.ts', './de/*.ts'], { eager: true, query: '?raw', import: 'default' });
const modules = import.meta.glob<Readonly<Record<string, unknown>>>(['./*.ts', '!./*.test.ts'], { eager: true });
const catalogues: Readonly<Record<string, unknown>> = Object.assign({}, ...Object.values(modules));
const names = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/export const (\w+) = catalogue(?:<[^(]*>)?\(\s*'(\w+)'/gu)].map(([, constant, name]) => ({
    constant,
    name,
  })),
);

/** Catalogues that need not have the same keys: the English of these is elsewhere, and not every emoji needs more words. */
const open = new Set(['refusalWords', 'scopeWords', 'emojiWords']);

/** Returns the keys of a catalogue at every depth, with the kinds of their values. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

describe('the catalogues', () => {
  it('are named as the constants that they are', () => {
    expect(names.length).toBeGreaterThan(85);
    for (const { constant, name } of names) expect(name).toBe(constant);
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it('are all in German, each with the same keys', () => {
    expect(Object.keys(german).toSorted()).toEqual(names.map(({ name }) => name).toSorted());
    for (const [name, words] of Object.entries(german)) {
      if (!open.has(name)) expect(shapeOf(words), name).toEqual(shapeOf(catalogues[name]));
    }
    const emojiOf = (rows: unknown) => (rows as typeof german.emojiWords).map(([emoji]) => emoji);
    expect(emojiOf(german.emojiWords)).toEqual(emojiOf(catalogues['emojiWords']));
  });

  it('name refusals that there are', () => {
    expect(Object.keys(german.refusalWords).filter((code) => !isRefusalCode(code))).toEqual([]);
    for (const scope of Object.keys(german.scopeWords)) expect(titleOfScope(scope, undefined), scope).not.toBeNull();
  });

  it('are read by no translation, which is loaded before them', () => {
    for (const [path, source] of Object.entries(sources)) {
      if (!path.startsWith('./de/') || path.endsWith('/index.ts') || path.includes('.test.')) continue;
      const read = [...source.matchAll(/^import (?!type )[^;]* from '([^']+)';$/gmu)].map(([, from]) => from);
      expect(
        read.filter((from) => from !== '../locale.ts' && from !== '@parley/protocol'),
        path,
      ).toEqual([]);
    }
  });
});

describe('the language of a tag', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE-at', 'de'],
    ['en-GB', 'en'],
    ['ar-XB', 'ar-XB'],
    ['ar', null],
    ['fr-CH', null],
    ['constructor', null],
    ['', null],
  ])('%s is %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});

describe('the language of contributors’ tests', () => {
  it('has every string in brackets, whatever makes it, and keeps placeholders and outer spaces', () => {
    const words = pseudo('boxWords', {
      title: 'Box',
      holds: (count: number) => `${count} things`,
      of: ['{asker} asks', ' for {behalf}', ''],
    }) as { title: string; holds: (count: number) => string; of: readonly string[] };
    expect(words.title).toBe('[\u202EBôx\u202C]');
    expect(words.holds(2)).toBe('[\u202E2 thîñgs\u202C]');
    expect(words.of).toEqual(['[\u202E{asker} ásks\u202C]', ' [\u202Efôr {behalf}\u202C]', '']);
  });
});
