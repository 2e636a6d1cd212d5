import { expect, it } from 'vitest';
import { noNotesToSelf } from './no-notes-to-self.ts';
import { subjects } from './test-subjects.ts';

const notes = ['TO' + 'DO', 'FIX' + 'ME'];

it.each(notes)('refuses %s', (note) => {
  expect(subjects(noNotesToSelf, { 'packages/a/src/x.ts': `// ${note}: later` })).toEqual(['packages/a/src/x.ts']);
});

it('accepts the ordinary word', () => {
  expect(subjects(noNotesToSelf, { 'docs/agents.md': 'An agent that keeps a todo list.' })).toEqual([]);
});
