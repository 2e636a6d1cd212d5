import { fileURLToPath } from 'node:url';

/**
 * Returns Node's arguments to start the server program: from the bundle that a run of tests made of its sources, or from
 * the sources themselves, which takes six times as long.
 */
export function serverCommand(): readonly string[] {
  const bundle = process.env['PARLEY_TEST_SERVER'];
  if (bundle !== undefined) return [bundle];
  const sources = fileURLToPath(new URL('../main.ts', import.meta.url));
  return ['--conditions=parley-source', '--import', 'tsx', sources];
}
