import type { Person } from './person.ts';
import { signUp } from './person.ts';
import type { OwnServer } from './server.ts';

/** Returns the token behind the `#` of a link. */
export const tokenOf = (url: string | null): string => url?.split('#')[1] ?? '';

/** Signs up the first administrator of a server. Call it once for a server. */
export async function firstAdmin(server: OwnServer): Promise<Person> {
  const person = await signUp(server, { displayName: 'Root Example' });
  const answer = await person.post('/v1/setup', { token: tokenOf(server.setupUrl) });
  if (answer.status !== 200) throw new Error(`Setting up answered ${answer.status}: ${answer.text}`);
  return person;
}
