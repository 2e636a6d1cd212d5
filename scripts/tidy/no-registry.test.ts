import { expect, it } from 'vitest';
import { noRegistry } from './no-registry.ts';
import { subjects } from './test-subjects.ts';

const host = ['registry', 'example', 'org'].join('.');

it('refuses a registry address in the lock file or a page', () => {
  const texts = {
    'package-lock.json': `{ "${'resolved'}": "https://${host}/a.tgz" }`,
    'docs/running.md': `Set it to https://${host}/.`,
  };
  expect(subjects(noRegistry, texts)).toEqual(['docs/running.md', 'package-lock.json']);
});

it('accepts a lock file of local links and code that has a registry of its own', () => {
  const texts = {
    'package-lock.json': '{ "resolved": "packages/protocol", "link": true }',
    'packages/protocol/src/blocks/accept.ts': 'registry.find(type);',
  };
  expect(subjects(noRegistry, texts)).toEqual([]);
});
