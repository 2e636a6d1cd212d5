import { fileURLToPath } from 'node:url';

/**
 * Returns Node's arguments to start the server program in its own process: from the sources, or from the build,
 * which takes half the time, if `PARLEY_TEST_BUILT` says that it is current.
 */
export function serverCommand(): readonly string[] {
  if (process.env['PARLEY_TEST_BUILT'] === '1') return [pathOf('../../dist/main.js')];
  return ['--conditions=parley-source', '--import', 'tsx', pathOf('../main.ts')];
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
