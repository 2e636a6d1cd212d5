import { readEndings } from '../../platform/audit/read-queries.ts';
import type { Db } from '../../platform/storage/storage.ts';
import type { Ended } from './ended-file.ts';
import { endedBy, endingActions } from './endings.ts';

const pageRows = 1_000;

/** Yields in pages what ended since a time, as the audit log of a database says. */
export async function* auditedEndings(db: Db, since: Date): AsyncGenerator<Ended[]> {
  for (let after = ''; ;) {
    const rows = await readEndings(db, endingActions(), since, { after, limit: pageRows });
    yield rows.map(endedBy).filter((entry) => entry !== null);
    if (rows.length < pageRows) return;
    after = rows.at(-1)?.row_id ?? '';
  }
}
