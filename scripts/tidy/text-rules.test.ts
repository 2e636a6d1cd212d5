import { expect, it } from 'vitest';
import { exactVersions, noNotesToSelf, noRegistry, usualLength } from './text-rules.ts';

it.each(['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.0.0', 'npm:@a/b@^1.2.3', 'npm:b@1'])(
  'refuses the version %s',
  (version) => {
    const text = JSON.stringify({ devDependencies: { thing: version } });
    expect(exactVersions(new Map([['packages/a/package.json', text]]))).toHaveLength(1);
  },
);

it('looks into the overrides of one package', () => {
  const manifest = (version: string) =>
    new Map([['package.json', JSON.stringify({ overrides: { a: { b: version } } })]]);
  expect(exactVersions(manifest('^1.2.3'))).toHaveLength(1);
  expect(exactVersions(manifest('1.2.3'))).toEqual([]);
});

it('accepts exact versions, pre-releases among them', () => {
  const text = JSON.stringify({
    engines: { node: '>=20.19' },
    dependencies: { a: '1.2.3', b: '1.0.0-rc.1', c: 'npm:@d/e@1.2.3' },
  });
  expect(exactVersions(new Map([['package.json', text]]))).toEqual([]);
});

it('refuses the address of a registry, in a lock file and in a page', () => {
  const texts = {
    'package-lock.json': `"resolved": ${'"http'}s://x/a.tgz"`,
    'README.md': `https://${'registry'}.example/`,
  };
  expect(noRegistry(new Map(Object.entries(texts)))).toHaveLength(2);
  expect(noRegistry(new Map([['README.md', 'Pick a registry.']]))).toEqual([]);
});

it('refuses a note to self in a page, and accepts the ordinary word', () => {
  expect(noNotesToSelf(new Map([['docs/agents.md', `${'TO'}${'DO'}: later`]]))).toHaveLength(1);
  expect(noNotesToSelf(new Map([['docs/agents.md', 'An agent that keeps a todo list.']]))).toEqual([]);
});

it('refuses a repository whose usual file is long, or of which one file in ten is', () => {
  const files = (count: number, lines: number, ending: string) =>
    Array.from({ length: count }, (_, at) => [`packages/a/src/${at}${ending}`, 'work();\n'.repeat(lines)] as const);
  expect(usualLength(new Map(files(9, 60, '.ts')))).toEqual([]);
  expect(usualLength(new Map(files(1, 61, '.ts')))).toHaveLength(1);
  expect(usualLength(new Map([...files(20, 40, '.ts'), ...files(3, 200, '-large.ts')]))).toHaveLength(1);
  expect(usualLength(new Map([...files(9, 40, '.ts'), ...files(9, 900, '.test.ts')]))).toEqual([]);
});
