import { verify as verifySignature, createPublicKey } from 'node:crypto';
import { canonicalJson, type AuditHead } from '@parley/protocol';
import { publishedKeys } from '../../actions/tools/receipts/receipt-keys.ts';
import { allAuditKeys, linkAfter, macOf } from '../../platform/audit/audit-keys.ts';
import type { AuditLogRow, Head } from '../../platform/audit/audit-queries.ts';
import type { SecretBox } from '../../platform/storage/secret-box.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import { readAuditRows, readUnsealed, type AuditFilter, type SealedRow } from '../../platform/audit/read-queries.ts';

/** The result of a verification. The log is whole if `faults` is empty. */
export interface AuditVerdict {
  /** How many rows have a place in the chain, and how many have none yet. */
  readonly sealed: number;
  readonly unsealed: number;
  readonly head: Head;
  /** How many checkpoints the chain was compared with. */
  readonly checkpoints: number;
  /** What is wrong, in sentences: at most 100. */
  readonly faults: readonly string[];
}

interface VerifyApp {
  readonly storage: Pick<Storage, 'db'>;
  readonly secrets: SecretBox;
}

const everything: AuditFilter = { actor: null, action: null, target: null, since: null, until: null };
const rowsARead = 1_000;
const faultsMax = 100;

/**
 * Reads the whole audit log and finds rows that were changed, removed, inserted or moved, and a chain that does not lead
 * to the given checkpoints, because it was cut or rewritten.
 */
export async function verifyAudit(app: VerifyApp, checkpoints: readonly AuditHead[]): Promise<AuditVerdict> {
  const { db } = app.storage;
  const keys = new Map((await allAuditKeys(app)).map(({ position, bytes }) => [position, bytes]));
  const faults: string[] = [];
  const fault = (sentence: string) => void (faults.length < faultsMax && faults.push(sentence));
  const wanted = await signedHeads(app, checkpoints, fault);
  let head: Head = { seq: 0, hash: Buffer.alloc(32) };
  let sealed = 0;
  for await (const row of sealedRows(db)) {
    sealed += 1;
    validateRow(row, keys, fault);
    head = follow(head, row, keys, fault);
    compare(wanted, head, fault);
  }
  for (const [seq] of wanted)
    if (seq > head.seq) fault(`The log ends with row ${head.seq}, but a checkpoint says that it had ${seq}.`);
  let unsealed = 0;
  for await (const row of unsealedRows(db)) {
    unsealed += 1;
    validateRow(row, keys, fault);
  }
  return { sealed, unsealed, head, checkpoints: checkpoints.length, faults };
}

type Keys = ReadonlyMap<number, Buffer>;
type Fault = (sentence: string) => void;

/** Checks what a row says by its own keyed hash. */
function validateRow(row: AuditLogRow, keys: Keys, fault: Fault): void {
  const name = row.seq === null ? `Row ${row.row_id}, not sealed yet,` : `Row ${row.seq}`;
  const key = keys.get(row.key_position);
  if (key === undefined) fault(`${name} was written with a key that no secret key at hand opens.`);
  else if (!macOf(key, row).equals(row.mac)) fault(`${name} was changed or inserted.`);
  if (row.action === 'audit.row_missing') fault(`${name} says that a row was removed before it was sealed.`);
}

/** Checks the place of a row, and returns the end of the chain with it. */
function follow(head: Head, row: SealedRow, keys: Keys, fault: Fault): Head {
  if (row.seq > head.seq + 1) fault(`Rows ${head.seq + 1} to ${row.seq - 1} are missing.`);
  else if (row.seq <= head.seq) fault(`Row ${row.seq} is there twice.`);
  else {
    const key = keys.get(row.link_position ?? 0);
    if (key !== undefined && !linkAfter(key, head, row.mac).hash.equals(row.hash))
      fault(`Row ${row.seq} does not follow the row before it.`);
  }
  return { seq: row.seq, hash: row.hash };
}

function compare(wanted: ReadonlyMap<number, ReadonlySet<string>>, head: Head, fault: Fault): void {
  const hashes = wanted.get(head.seq);
  if (hashes === undefined || (hashes.size === 1 && hashes.has(head.hash.toString('hex')))) return;
  fault(`Row ${head.seq} has another hash than a checkpoint says: the log was written anew from there or before.`);
}

/** Returns the hashes that checkpoints say, by `seq`. Leaves out checkpoints whose signature is wrong. */
async function signedHeads(
  { storage }: VerifyApp,
  checkpoints: readonly AuditHead[],
  fault: Fault,
): Promise<Map<number, Set<string>>> {
  const keys = (await publishedKeys({ storage: storage as Storage })).map((jwk) =>
    createPublicKey({ key: { ...jwk }, format: 'jwk' }),
  );
  const wanted = new Map<number, Set<string>>();
  for (const { signature, ...said } of checkpoints) {
    const bytes = Buffer.from(canonicalJson(said));
    if (!keys.some((key) => verifySignature(null, bytes, key, Buffer.from(signature, 'base64url'))))
      fault(`The checkpoint of row ${said.seq} is not signed by this server.`);
    else wanted.set(said.seq, (wanted.get(said.seq) ?? new Set()).add(said.hash));
  }
  return wanted;
}

async function* sealedRows(db: Db): AsyncGenerator<SealedRow> {
  let rows = await readAuditRows(db, everything, Number.MIN_SAFE_INTEGER, rowsARead);
  while (rows.length > 0) {
    yield* rows;
    rows = await readAuditRows(db, everything, rows.at(-1)?.seq ?? 0, rowsARead);
  }
}

async function* unsealedRows(db: Db): AsyncGenerator<AuditLogRow> {
  let rows = await readUnsealed(db, '', rowsARead);
  while (rows.length > 0) {
    yield* rows;
    rows = await readUnsealed(db, rows.at(-1)?.row_id ?? '', rowsARead);
  }
}
