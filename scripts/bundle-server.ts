import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bundleServer, nativePackages } from './server-bundle/bundle.ts';

// Builds the server into packages/testing, so that whoever installs that package has the real server, and of Parley nothing else to
// install. Outside stays what the person's own code shares with the server.
const into = join(import.meta.dirname, '../packages/testing/dist/bundle');
await bundleServer({
  into,
  entry: 'embedded.ts',
  external: [...nativePackages, '@parley/protocol', '@parley/agent-sdk', 'zod'],
});
// A release makes the same bytes each time. The option reaches the threads and processes of the database too.
const fixedTime = `--import=${join(import.meta.dirname, 'fixed-time.mjs')}`;
const options = process.env['SOURCE_DATE_EPOCH'] === undefined ? {} : { NODE_OPTIONS: fixedTime };
execFileSync(process.execPath, [join(import.meta.dirname, 'pack-database.mjs'), into], {
  env: { ...process.env, ...options },
  stdio: 'inherit',
});
