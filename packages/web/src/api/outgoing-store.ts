import type { UserId } from '@parley/protocol';
import type { OutgoingMessage, OutgoingStore } from './outgoing.ts';

const table = 'messages';

/** Keeps a person's outgoing messages in this browser. Each person has a database of their own. */
export function outgoingStore(userId: UserId): OutgoingStore {
  const opened = open(nameOf(userId));
  // Whoever uses it hears of a failure; nobody else has to.
  opened.catch(() => undefined);
  return {
    load: async () => done((await records(opened, 'readonly')).getAll() as IDBRequest<OutgoingMessage[]>),
    put: async (message) => void (await done((await records(opened, 'readwrite')).put(message))),
    remove: async (key) => void (await done((await records(opened, 'readwrite')).delete(key))),
  };
}

/** Forgets what a person had not sent. */
export function deleteOutgoing(userId: UserId): void {
  indexedDB.deleteDatabase(nameOf(userId));
}

const nameOf = (userId: UserId) => `parley-outbox-${userId}`;

async function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'key' });
  const database = await done(request);
  // Another tab that forgets it all must not have to wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

async function records(opened: Promise<IDBDatabase>, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await opened).transaction(table, mode, { durability: 'strict' }).objectStore(table);
}

/** Resolves when the request's transaction is safe on the disk, where it has one. */
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
