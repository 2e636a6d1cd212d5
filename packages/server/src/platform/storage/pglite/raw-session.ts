import type { PGlite } from '@electric-sql/pglite';

const QUERY = 0x51;
const HEADER_BYTES = 5;
const DATA_ROW = 0x44;
const ERROR_RESPONSE = 0x45;

/**
 * Sends wire-protocol bytes to the database and resolves to all bytes of its answer. The database runs inside the call
 * and blocks this thread until it has answered.
 */
export async function exchange(database: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  // The chunks are views of memory that the next statement overwrites, so they are copied. No sync is needed: the
  // folder is written through, and an in-memory database has none.
  const onRawData = (chunk: Uint8Array): number => chunks.push(chunk.slice());
  await database.execProtocolRawStream(bytes, { syncToFs: false, onRawData });
  return concatenate(chunks);
}

/** Runs a query outside of any driver connection. Resolves to the first column of each row, as text. */
export async function runSql(database: PGlite, text: string): Promise<string[]> {
  return firstColumn(await exchange(database, queryMessage(text)));
}

/** Resets the one session to the state of a new connection: no transaction, no prepared statements, no locks. */
export async function resetSession(database: PGlite): Promise<void> {
  await runSql(database, 'rollback');
  await runSql(database, 'discard all');
}

function queryMessage(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`, 'utf8');
  const message = Buffer.alloc(HEADER_BYTES + body.length);
  message[0] = QUERY;
  message.writeInt32BE(4 + body.length, 1);
  message.set(body, HEADER_BYTES);
  return message;
}

function firstColumn(answer: Uint8Array): string[] {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength);
  const values: string[] = [];
  let at = 0;
  while (at + HEADER_BYTES <= bytes.length) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (bytes[at] === ERROR_RESPONSE) throw new Error(readError(bytes.subarray(at + HEADER_BYTES, end)));
    if (bytes[at] === DATA_ROW) {
      const length = bytes.readInt32BE(at + HEADER_BYTES + 2);
      const start = at + HEADER_BYTES + 6;
      values.push(length < 0 ? '' : bytes.toString('utf8', start, start + length));
    }
    at = end;
  }
  return values;
}

/** Reads the message of an error response. Its fields are a letter and a text; `M` is the message. */
function readError(fields: Buffer): string {
  const message = fields
    .toString('utf8')
    .split('\0')
    .find((field) => field.startsWith('M'));
  return message?.slice(1) ?? 'The embedded database refused a statement.';
}

function concatenate(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
