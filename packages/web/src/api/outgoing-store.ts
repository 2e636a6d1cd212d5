import type { UserId } from '@parley/protocol';
import type { OutgoingMessage, OutgoingStore } from './outgoing.ts';

const table = 'messages';
/** Unsent messages of a person who is no longer signed in are kept this long. */
const othersWaitMs = 30 * 24 * 3_600_000;

/** Returns the store of a person's outgoing messages in this browser. Each person has a separate database. */
export function outgoingStore(userId: UserId): OutgoingStore {
  const opened = open(nameOf(userId));
  // Each operation reports a failure to open; this only avoids an unhandled rejection.
  opened.catch(() => undefined);
  return {
    load: async () => done((await records(opened, 'readonly')).getAll() as IDBRequest<OutgoingMessage[]>),
    put: async (message) => void (await done((await records(opened, 'readwrite')).put(message))),
    remove: async (key) => void (await done((await records(opened, 'readwrite')).delete(key))),
  };
}

/** Deletes a person's unsent messages. */
export function deleteOutgoing(userId: UserId): void {
  indexedDB.deleteDatabase(nameOf(userId));
}

let sweeping: Promise<void> = Promise.resolve();

/**
 * Deletes other people's unsent messages once they are 30 days old. Newer ones are sent when their author signs in again. Sweeps run one
 * after another: a second one at the same time would create the databases again that the first deletes.
 */
export function sweepOutgoing(userId: UserId): Promise<void> {
  const swept = sweeping.then(() => sweep(userId));
  sweeping = swept.catch(() => undefined);
  return swept;
}

async function sweep(userId: UserId): Promise<void> {
  const oldest = new Date(Date.now() - othersWaitMs).toISOString();
  for (const { name = '' } of await indexedDB.databases()) {
    const other = name.slice(prefix.length) as UserId;
    if (!name.startsWith(prefix) || other === userId) continue;
    const store = outgoingStore(other);
    const waiting = await store.load();
    const old = waiting.filter(({ createdAt }) => createdAt < oldest);
    for (const { key } of old) await store.remove(key);
    if (old.length > 0 && old.length === waiting.length) await done(indexedDB.deleteDatabase(name));
  }
}

const prefix = 'parley-outbox-';
const nameOf = (userId: UserId) => `${prefix}${userId}`;

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'key' });
  const database = await done(request);
  // Closes the connection when another tab deletes the database, so that the deletion does not wait.
  database.onversionchange = () => database.close();
  return database;
}

async function records(opened: Promise<IDBDatabase>, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await opened).transaction(table, mode, { durability: 'strict' }).objectStore(table);
}

/** Resolves when the transaction of the request is complete, so that the data are on disk; without one, when the request succeeds. */
function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
    request.onsuccess = () => {
      if (!request.transaction || request.transaction.mode === 'versionchange') return resolve(request.result);
      request.transaction.oncomplete = () => resolve(request.result);
      request.transaction.onabort = () => reject(request.transaction?.error ?? new Error('The browser keeps nothing.'));
    };
  });
}
