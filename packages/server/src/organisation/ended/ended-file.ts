import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** How something ended, with what `id` and `of` name. A restore of an older backup repeats it. */
export const endedKinds = {
  erased: 'a person',
  disabled: 'a person',
  demoted: 'a person, who is no administrator any more',
  revoked: 'a credential, token, passkey, identity or standing grant, or a person: all their tokens',
  revoked_alone: 'a token, or a person: all their tokens, but not the credentials of agents that these created',
  suspended: 'an agent',
  paused: 'an agent',
  deleted: 'an agent',
  transferred: 'an agent, of its new owner',
  unoffered: 'an agent, which is offered to nobody any more',
  model_removed: 'an agent, whose model the server does not run any more',
  blocked: 'an agent or a person, of who blocked it',
  narrowed: 'an agent, of one person, else of all: no more than `scopes` are granted',
  denied: 'an agent, of a person who may not use it',
  removed: 'a conversation, of a person or an agent who left it',
  closed: 'a conversation, whose standing grants ended',
} as const;
export type EndedKind = keyof typeof endedKinds;

/** Something that ended. Ids and scopes only. */
export interface Ended {
  readonly kind: EndedKind;
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly of?: string;
  readonly scopes?: readonly string[];
}

/** A line of the file: an entry, or the time from which on the file has all of them. */
type Line = Ended | (Pick<Ended, 'of' | 'scopes'> & { readonly kind: 'begin'; readonly id: ''; readonly at: string });

/** What files say together. */
export interface EndedRecord {
  /** The earliest time from which on a file is complete; null if there is no file. */
  readonly begin: string | null;
  readonly entries: readonly Ended[];
}

const fileName = 'ended.ndjson';
/** At this size the older half goes, and backups from before it cannot be completed any more. */
const longestFile = 64 * 1024 * 1024;
const kinds: ReadonlySet<string> = new Set(['begin', ...Object.keys(endedKinds)]);

export function endedFile(folder: string): string {
  return join(folder, fileName);
}

/** Writes a line as it is kept: JSON with a keyed hash of it. */
export function sealLine(line: Line, key: Buffer): string {
  return `${startOfLine(line)},"mac":"${macOf(line, key).toString('hex')}"}`;
}

/** Returns how a line begins: all of it but the keyed hash. */
export function startOfLine({ kind, id, at, of, scopes }: Line): string {
  return JSON.stringify({ kind, id, at, of, scopes }).slice(0, -1);
}

/** Begins the file of a folder with a line, if there is none. */
export async function beginFile(folder: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(endedFile(folder), `${line}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

/** Appends lines to the file of a folder. They are on the disk when it resolves. */
export async function appendLines(folder: string, lines: readonly string[]): Promise<void> {
  const file = await open(endedFile(folder), 'a+', 0o600);
  try {
    // A crash or a full disk may have left half a line, which must not spoil the next one.
    const start = (await endsALine(file)) ? '' : '\n';
    await file.appendFile(`${start}${lines.join('\n')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function endsALine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n';
}

/** Drops the older half of a file that has become too long. */
export async function shortenFile(folder: string, key: Buffer): Promise<void> {
  const text = await readFile(endedFile(folder), 'utf8');
  if (text.length <= longestFile) return;
  const lines = text.split('\n').filter((line) => line !== '');
  const kept = lines.slice(Math.floor(lines.length / 2));
  const { at } = JSON.parse(kept[0] ?? '{}') as { at?: string };
  const begin = sealLine({ kind: 'begin', id: '', at: at ?? new Date().toISOString() }, key);
  const draft = `${endedFile(folder)}.new`;
  await writeFile(draft, `${[begin, ...kept].join('\n')}\n`, { mode: 0o600, flush: true });
  await rename(draft, endedFile(folder));
}

/** Reads the text of files. Throws if a line was changed or written with another key. */
export function readEnded(texts: readonly string[], keys: readonly Buffer[]): EndedRecord {
  const lines = texts.flatMap((text) => linesOf(text, keys));
  const begins = lines.filter(({ kind }) => kind === 'begin').map(({ at }) => at);
  return {
    begin: begins.toSorted()[0] ?? null,
    entries: lines.filter((line): line is Ended => line.kind !== 'begin'),
  };
}

function linesOf(text: string, keys: readonly Buffer[]): Line[] {
  // Half a line, which a crash or a full disk may leave, is no entry.
  const rows = text.split('\n').filter((row) => row.endsWith('}'));
  return rows.map((row) => {
    const line = lineOf(row, keys);
    if (line !== null) return line;
    throw new Error(
      `${fileName} was changed, or another server wrote it: put back the right one, or say --without-ended.`,
    );
  });
}

function lineOf(row: string, keys: readonly Buffer[]): Line | null {
  try {
    const { mac, ...line } = JSON.parse(row) as Line & { mac: string };
    const given = Buffer.from(mac, 'hex');
    const isOurs = keys.some((key) => given.length === 32 && timingSafeEqual(macOf(line, key), given));
    return isOurs && kinds.has(line.kind) ? line : null;
  } catch {
    return null;
  }
}

function macOf({ kind, id, at, of, scopes }: Line, key: Buffer): Buffer {
  const more = of === undefined && scopes === undefined ? [] : [of ?? null, scopes ?? null];
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, id, at, ...more]))
    .digest();
}
