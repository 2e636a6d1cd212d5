import type { Person } from './person.ts';

/** Waits until an export is not running any more, and returns how it ended. */
export async function endOfExport(person: Person, exportId: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { state } = (await person.get(`/v1/exports/${exportId}`)).body.item;
    if (state !== 'running') return state as string;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The export did not end.');
}

/** Asks for an export of a person by themselves, waits for it, and returns its id. */
export async function readyExport(person: Person): Promise<string> {
  const { exportId } = (await person.post('/v1/exports')).body.item;
  const state = await endOfExport(person, exportId);
  if (state !== 'ready') throw new Error(`The export is ${state}.`);
  return exportId as string;
}
