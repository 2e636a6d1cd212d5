import { fileURLToPath } from 'node:url';

/**
 * What starts a program of the server's (`main`, `reseal`) in a process of its own, as arguments of Node: its sources, or the
 * build, in half the time, where `PARLEY_TEST_BUILT` says that it is of these sources.
 */
export function serverCommand(program: 'main' | 'reseal'): readonly string[] {
  if (process.env['PARLEY_TEST_BUILT'] === '1') return [pathOf(`../../dist/${program}.js`)];
  return ['--conditions=parley-source', '--import', 'tsx', pathOf(`../${program}.ts`)];
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
