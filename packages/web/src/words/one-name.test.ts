import { expect, it } from 'vitest';

const words = import.meta.glob<string>('./*.ts', { eager: true, query: '?raw', import: 'default' });
const pages = import.meta.glob<string>(
  ['../../../../README.md', '../../../../docs/guide/**/*.md', '!../../../../docs/guide/reference/**'],
  { eager: true, query: '?raw', import: 'default' },
);

/** Names from the code that must not appear in texts: people see username, add, later and history instead. */
const inner = /\b(?:an?|the|its|your|their|this|that) handles?\b|\bseat(?:s|ed|ing)?\b|\bledgers?\b|\bputs? aside\b/giu;

const strings = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/gu;
const code = /^(`{3,})[\s\S]*?^\1|`[^`\n]*`/gmu;

it.each(Object.entries(words).filter(([path]) => !path.endsWith('.test.ts')))(
  'the words of %s call things what people call them',
  (_, source) => {
    expect((source.match(strings) ?? []).flatMap((each) => each.match(inner) ?? [])).toEqual([]);
  },
);

it.each(Object.entries(pages))('%s calls things what the app calls them', (_, source) => {
  expect(source.replace(code, '').match(inner) ?? []).toEqual([]);
});
