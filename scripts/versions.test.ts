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
