/** When a browser stays quiet, each end as `HH:MM` by its own clock. */
export interface QuietHours {
  readonly isOn: boolean;
  readonly from: string;
  readonly to: string;
}

export const quietAtFirst: QuietHours = { isOn: false, from: '22:00', to: '07:00' };

/** Whether it is quiet at a moment. Hours that end before they begin last over midnight. */
export function isQuiet({ isOn, from, to }: QuietHours, now: Date): boolean {
  if (!isOn || from === to) return false;
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** What this browser keeps; the worker that shows notifications reads the same. */
export async function readQuietHours(): Promise<QuietHours> {
  const kept = await ask('readonly', (store) => store.get(key) as IDBRequest<QuietHours | undefined>);
  return kept ?? quietAtFirst;
}

export async function keepQuietHours(hours: QuietHours): Promise<void> {
  await ask('readwrite', (store) => store.put(hours, key));
}

const table = 'settings';
const key = 'quiet-hours';

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
