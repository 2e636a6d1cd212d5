import { answerOf } from './answer-of.ts';

/**
 * The key of the person that this browser's push subscription belongs to; the value null means that there is no such person.
 */
export const pushOwner = 'push-owner';

/** Reads a notification setting of this browser. It is stored where both the page and the service worker can read it. */
export async function readSetting<Value>(key: string): Promise<Value | undefined> {
  return ask('readonly', (store) => store.get(key) as IDBRequest<Value | undefined>);
}

export async function keepSetting(key: string, value: unknown): Promise<void> {
  await ask('readwrite', (store) => store.put(value, key));
}

const table = 'settings';

async function ask<Answer>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> {
  const opening = indexedDB.open('parley-notifications', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(table);
  const database = await answerOf(opening);
  try {
    return await answerOf(request(database.transaction(table, mode).objectStore(table)));
  } finally {
    database.close();
  }
}
