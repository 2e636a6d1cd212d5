import { fileURLToPath } from 'node:url';

/** The programs of the server's that are started by name. */
export type ServerProgram = 'main' | 'reseal' | 'new-receipt-key';

/**
 * What starts a program of the server's in a process of its own, as arguments of Node: its sources, or the
 * build, in half the time, where `PARLEY_TEST_BUILT` says that it is of these sources.
 */
export function serverCommand(program: ServerProgram): readonly string[] {
  if (process.env['PARLEY_TEST_BUILT'] === '1') return [pathOf(`../../dist/${program}.js`)];
  return ['--conditions=parley-source', '--import', 'tsx', pathOf(`../${program}.ts`)];
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
