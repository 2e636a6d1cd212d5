import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleServer, nativePackages } from './server-bundle/bundle.ts';

const into = join(import.meta.dirname, '../.cache/test-server', String(process.pid));
const program = join(into, 'server/dist/start.js');

/** WebAssembly is compiled once and fast: few servers of a test live long enough for faster code to pay. */
const start =
  "import { setFlagsFromString } from 'node:v8';\nsetFlagsFromString('--liftoff-only');\nawait import('./main.js');\n";

/**
 * Bundles the server's sources once for a run of tests. Those that start it in a process of its own then start what is
 * installed, and need a sixth of the processor time that its sources would take to load. Vitest calls it.
 */
export async function setup(project: TestProject): Promise<void> {
  const bundle = async () => {
    await bundleServer({ into, entry: 'main.ts', external: nativePackages });
    writeFileSync(program, start);
  };
  await bundle();
  process.env['PARLEY_TEST_SERVER'] = program;
  project.onTestsRerun(bundle);
}

export function teardown(): void {
  rmSync(into, { recursive: true, force: true });
}
