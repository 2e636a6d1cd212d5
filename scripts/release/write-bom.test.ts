import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { lockPackages } from './lock-packages.ts';
import { writeBom, type ShippedPackage } from './write-bom.ts';

// The schema takes seconds to compile on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const lock = lockPackages(join(import.meta.dirname, '../..'));
const release = { version: '1.2.3', commit: 'c'.repeat(40), epoch: 1_795_694_400 };
const about = { version: '1.2.3', sha256: 'a'.repeat(64), kind: 'npm' } as const;

it('names what is inside of each tarball and what is installed beside it, as CycloneDX has it, in the same bytes each time', async () => {
  const beside = lock.closure(['@node-rs/argon2', 'pino'], 'packages/server');
  const inside = [lock.find('preact', preactVersion())];
  const shipped: ShippedPackage[] = [
    { ...about, name: '@parley/server', file: 'parley-server-1.2.3.tgz', inside, beside },
  ];
  const text = await writeBom(release, shipped);
  expect(await writeBom(release, shipped)).toBe(text);
  const bom = JSON.parse(text) as {
    components: { name: string; purl: string }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  expect(bom.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      '@parley/server',
      'preact',
      '@node-rs/argon2',
      '@node-rs/argon2-linux-x64-gnu',
      'pino',
      'thread-stream',
    ]),
  );
  const refs = bom.components.map(({ purl }) => purl);
  for (const { dependsOn } of bom.dependencies) for (const ref of dependsOn) expect(['parley', ...refs]).toContain(ref);
});

it('refuses what CycloneDX does not know', async () => {
  const wrong: ShippedPackage = { ...about, name: 'x', file: 'x', sha256: 'short', inside: [], beside: [] };
  await expect(writeBom(release, [wrong])).rejects.toThrow('does not fit CycloneDX 1.6');
});

function preactVersion(): string {
  const [preact] = lock.closure(['preact'], 'packages/web');
  return preact?.version ?? '';
}
