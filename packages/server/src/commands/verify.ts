import { readKeyFile } from '../organisation/backups/key-file.ts';
import { verifyBackup } from '../organisation/backups/verify-backup.ts';
import type { Run } from './command.ts';
import { progressOn } from './progress.ts';
import { readArguments, textOf } from './read-arguments.ts';

/** Proves that a backup can be restored. */
export const run: Run = async ({ args, terminal }) => {
  const { file, options } = readArguments(args, { 'decrypt-with': { type: 'string' } });
  const key = await readKeyFile(textOf(options['decrypt-with']));
  const { header, end } = await verifyBackup(file, key, progressOn(terminal));
  const rows = Object.values(end.tables).reduce((sum, table) => sum + table.rows, 0);
  terminal.out(
    `${file} is whole: ${rows} rows and ${end.assets} assets of ${header.createdAt}, made by version ${header.version}.`,
  );
  if (end.missingAssets > 0)
    terminal.out(`The bytes of ${end.missingAssets} assets were gone when the backup was made.`);
};
