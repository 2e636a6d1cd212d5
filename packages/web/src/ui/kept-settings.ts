/** Whom this browser tells of things while the app is closed; null for nobody. */
export const pushOwner = 'push-owner';

/** Something that this browser keeps for its notifications, where the worker that shows them can read it as well as a page. */
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

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });
}
