import { tokenOf } from '../../packages/server/src/testing/contract/admin.ts';
import { call } from '../../packages/server/src/testing/contract/http.ts';
import {
  cookieOf,
  jsonInit,
  personWith,
  signIn,
  type Person,
} from '../../packages/server/src/testing/contract/person.ts';
import type { Server } from '../../packages/server/src/testing/contract/server.ts';
import { Browser } from '../../packages/server/src/organisation/oidc/fixtures/oidc-server.ts';
import type { RealProvider } from '../../packages/server/src/organisation/oidc/fixtures/real-provider.ts';

const password = 'correct horse battery';

/** Opens the set-up link: the first administrator. */
export async function setUp(server: Server, link: string | null, handle: string, displayName: string): Promise<Person> {
  const body = { token: tokenOf(link), handle, displayName, password };
  return newcomer(server, '/v1/setup', body, 201);
}

/** Signs up through an invitation of an administrator. */
export async function acceptInvitation(
  server: Server,
  admin: Person,
  handle: string,
  displayName: string,
): Promise<Person> {
  const { body } = await admin.post('/v1/admin/invitations', { password: admin.password });
  return newcomer(server, '/v1/users', { invitation: tokenOf(body.url), handle, displayName, password }, 201);
}

/** Signs in at the provider and comes back with a session. */
export async function signInByProvider(server: Server, provider: RealProvider, login: string): Promise<Person> {
  const browser = new Browser(server);
  const { location } = await browser.open('/v1/oidc/corp/start?returnTo=/');
  await browser.open(await provider.pass(location, login));
  const me = await browser.me();
  if (me === null) throw new Error('The provider signed nobody in.');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return personWith(server, cookie, me);
}

/** Returns the same person with a session of now. */
export const again = (server: Server, person: Person, provider: RealProvider): Promise<Person> =>
  person.password === undefined ? signInByProvider(server, provider, person.handle) : signIn(server, person);

async function newcomer(server: Server, path: string, body: Record<string, string>, status: number): Promise<Person> {
  const answer = await call(`${server.baseUrl}${path}`, jsonInit('POST', body));
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return personWith(server, cookieOf(answer), { ...answer.body.item, password: body['password'] });
}
