import { fileURLToPath } from 'node:url';

/** The server's programs that are started by name. */
export type ServerProgram = 'main' | 'reseal' | 'new-receipt-key';

/**
 * Returns Node's arguments to start a program of the server in its own process: from the sources, or from the build,
 * which takes half the time, if `PARLEY_TEST_BUILT` says that it is current.
 */
export function serverCommand(program: ServerProgram): readonly string[] {
  if (process.env['PARLEY_TEST_BUILT'] === '1') return [pathOf(`../../dist/${program}.js`)];
  return ['--conditions=parley-source', '--import', 'tsx', pathOf(`../${program}.ts`)];
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
