import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

// Makes what a new database begins with, with the server that was built before. A release makes the same bytes each time: the option
// reaches the thread of the database too.
const fixedTime = `--import=${join(import.meta.dirname, 'fixed-time.mjs')}`;
const options = process.env['SOURCE_DATE_EPOCH'] === undefined ? {} : { NODE_OPTIONS: fixedTime };
execFileSync(process.execPath, [join(import.meta.dirname, 'pack-database.mjs')], {
  env: { ...process.env, ...options },
  stdio: 'inherit',
});
