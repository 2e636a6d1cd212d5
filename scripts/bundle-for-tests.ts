import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleServer, nativePackages } from './server-bundle/bundle.ts';

const into = join(import.meta.dirname, '../.cache/test-server', String(process.pid));

/**
 * Bundles the server's sources once for a run of tests. Those that start it in a process of its own then start what is
 * installed, and need a sixth of the processor time that its sources would take to load. Vitest calls it.
 */
export async function setup(project: TestProject): Promise<void> {
  const bundle = () => bundleServer({ into, entry: 'main.ts', external: nativePackages });
  await bundle();
  process.env['PARLEY_TEST_SERVER'] = join(into, 'server/dist/main.js');
  project.onTestsRerun(bundle);
}

export function teardown(): void {
  rmSync(into, { recursive: true, force: true });
}
