import { expect, it } from 'vitest';
import { exactVersions } from './exact-versions.ts';
import { subjects } from './test-subjects.ts';

it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.0.0'])('refuses the version %s', (version) => {
  const text = JSON.stringify({ devDependencies: { thing: version } });
  expect(subjects(exactVersions, { 'packages/a/package.json': text })).toEqual(['packages/a/package.json#thing']);
});

it('accepts exact versions, pre-releases among them', () => {
  const text = JSON.stringify({ engines: { node: '>=20.19' }, dependencies: { a: '1.2.3', b: '1.0.0-rc.1' } });
  expect(subjects(exactVersions, { 'package.json': text })).toEqual([]);
});
