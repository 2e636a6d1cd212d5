import type { UserId } from '@parley/protocol';
import { answerOf } from '../../ui/answer-of.ts';
import { beyondLimits } from './kept-limits.ts';
import type { KeptLimits } from './kept-limits.ts';
import { keptName } from './kept-person.ts';

/** A stored part: `person`, `rooms`, or the id of a room. */
export interface KeptPart {
  readonly name: string;
  /** When it was stored, in milliseconds. */
  readonly at: number;
  /** The build of the app that stored it; another build may use other fields. */
  readonly build: string;
  readonly json: Uint8Array;
}

export interface KeptChange extends KeptLimits {
  readonly put: readonly KeptPart[];
  readonly remove: readonly string[];
}

const table = 'parts';

/** Reads all stored parts of a person. */
export async function readKept(userId: UserId): Promise<readonly KeptPart[]> {
  return withDatabase(userId, (database) => {
    const request = database.transaction(table).objectStore(table).getAll() as IDBRequest<KeptPart[]>;
    return answerOf(request);
  });
}

/** Reads one stored part of a person; undefined if there is none. */
export async function readKeptPart(userId: UserId, name: string): Promise<KeptPart | undefined> {
  return withDatabase(userId, (database) => {
    const request = database.transaction(table).objectStore(table).get(name) as IDBRequest<KeptPart | undefined>;
    return answerOf(request);
  });
}

/** Replaces a stored part of a person. */
export async function replaceKeptPart(userId: UserId, part: KeptPart): Promise<void> {
  await withDatabase(userId, (database) =>
    answerOf(database.transaction(table, 'readwrite').objectStore(table).put(part)),
  );
}

/** Changes a person's stored parts and removes the ones beyond the limits, in one transaction. */
export async function changeKept(userId: UserId, change: KeptChange): Promise<void> {
  await withDatabase(userId, async (database) => {
    const transaction = database.transaction(table, 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser keeps nothing.'));
    });
    const parts = transaction.objectStore(table);
    for (const part of change.put) parts.put(part);
    for (const name of change.remove) parts.delete(name);
    const byAge = parts.index('at');
    const old = await answerOf(byAge.getAllKeys(IDBKeyRange.upperBound(change.since, true)));
    const all = await answerOf(byAge.getAllKeys());
    for (const name of beyondLimits(all.map(String), old.length, change)) parts.delete(name);
    await done;
  });
}

/** Opens the database for one operation only, so that a deletion never waits for an open connection. */
async function withDatabase<Result>(userId: UserId, work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
  const opening = indexedDB.open(keptName(userId), 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(table, { keyPath: 'name' }).createIndex('at', 'at', { unique: false });
  const database = await answerOf(opening);
  database.onversionchange = () => database.close();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
