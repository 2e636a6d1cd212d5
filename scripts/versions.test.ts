import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

interface Manifest {
  readonly version: string;
  readonly dependencies?: Record<string, string>;
}

it('gives every package of the workspace one version, which the changelog tells about', () => {
  const { version, packages } = JSON.parse(read('package-lock.json')) as Manifest & {
    packages: Record<string, Manifest>;
  };
  const ours = Object.keys(packages).filter(
    (path) => !path.startsWith('node_modules/') && !path.includes('/node_modules/'),
  );
  expect(ours).toContain('packages/server');
  for (const path of ours) {
    const manifest = JSON.parse(read(join(path, 'package.json'))) as Manifest;
    expect({ path, version: manifest.version }).toEqual({ path, version });
    for (const [name, needed] of Object.entries(manifest.dependencies ?? {})) {
      if (name.startsWith('@parley/')) expect({ path, name, needed }).toEqual({ path, name, needed: version });
    }
  }
  expect(read('CHANGELOG.md')).toContain(`\n## [${version}]`);
});

it('says the same in both pages about the versions that get security fixes: the newest minor and the one before', () => {
  const { version } = JSON.parse(read('package.json')) as Manifest;
  const [, previous = ''] = /version: '(\d+\.\d+\.\d+)'/.exec(read('tests/upgrade/previous-release.ts')) ?? [];
  const [newest, before] = [version, previous].map((one) => one.split('.').slice(0, 2).join('.'));
  for (const page of ['SECURITY.md', 'docs/packages.md'])
    expect(read(page).replaceAll('\n', ' ')).toContain(`${newest} and ${before}`);
  expect(read('CHANGELOG.md')).toContain(`\n## [${previous}] - `);
});

it('has the version of this release in the code, in Python and in what the pages have people install', () => {
  const { version } = JSON.parse(read('package.json')) as Manifest;
  expect(read('packages/cli/src/version.ts')).toContain(`'${version}'`);
  expect(read('packages/create-parley-agent/src/agent-files.ts')).toContain(`'${version}'`);
  expect(read('python/parley-agent/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  expect(read('python/parley-agent/src/parley_agent/__init__.py')).toContain(`\n__version__ = "${version}"\n`);
  for (const page of ['docs/packages.md', 'docs/installing.md'])
    for (const [, named] of read(page).matchAll(/parley-[a-z-]+-(\d+\.\d+\.\d+)\.tgz/g)) expect(named).toBe(version);
});
