import type { Progress } from '../organisation/backups/write-backup.ts';
import type { Terminal } from './command.ts';

/** Prints how far a command is: a line for each table and each few hundred assets. Empty tables are left out. */
export function progressOn({ err }: Terminal): Progress {
  return (what, count) => {
    if (count > 0) err(`  ${what}: ${count}`);
  };
}
