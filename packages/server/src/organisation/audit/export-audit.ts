import { Readable } from 'node:stream';
import type { BytesAnswer } from '../../platform/routing/route.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { readAuditRows, type AuditFilter } from '../../platform/audit/read-queries.ts';
import { presentAuditRow } from './present.ts';

const rowsARead = 500;

/** Streams the rows up to a `seq`, oldest first, one JSON object a line. Reads only as fast as the reader takes them. */
export function exportAudit(db: Db, filter: AuditFilter, upTo: number): BytesAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="parley-audit.ndjson"',
      'cache-control': 'no-store',
    },
    bytes: Readable.from(lines(db, filter, upTo)),
  };
}

async function* lines(db: Db, filter: AuditFilter, upTo: number): AsyncGenerator<string> {
  for (let above = 0; ;) {
    const rows = (await readAuditRows(db, filter, above, rowsARead)).filter(({ seq }) => seq <= upTo);
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(presentAuditRow(row))}\n`).join('');
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsARead) return;
    above = last.seq;
  }
}
