import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserId } from '@parley/protocol';
import { findActiveAdmins, setRole } from '../accounts/users/account-queries.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import type { Answer } from '../testing/contract/http.ts';
import { personWith, signUp, type Person } from '../testing/contract/person.ts';
import { openTestStorage } from '../testing/database.ts';
import { seededRandom } from '../testing/seeded-random.ts';

const seed = Number(process.env['PARLEY_TEST_SEED'] ?? 7);
const random = seededRandom(seed);
const races = 50;

let storage: Storage;
let servers: TestServer[];
beforeAll(async () => {
  storage = await openTestStorage();
  const kept = new Proxy(storage, {
    get: (target, member) => (member === 'close' ? async () => undefined : Reflect.get(target, member, target)),
  });
  const env = { PARLEY_SECRET_KEY: Buffer.alloc(32, 5).toString('base64') };
  servers = [await startServerOn(kept, env), await startServerOn(kept, env)];
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await storage.close();
});

const admins = () => storage.transaction((tx) => findActiveAdmins(tx));
const at = (server: TestServer, person: Person) => personWith(server, person.cookie, person);

/** Acts by which an administrator stops being one, by another or by themselves. */
const acts: readonly ((by: Person, of: Person) => Promise<Answer>)[] = [
  (by, of) => by.patch(`/v1/admin/people/${of.userId}`, { role: 'member' }),
  (by, of) => by.patch(`/v1/admin/people/${of.userId}`, { status: 'disabled' }),
  (by, of) => by.post(`/v1/admin/people/${of.userId}/erase`, { confirm: of.handle }),
  (by) => by.patch(`/v1/admin/people/${by.userId}`, { role: 'member' }),
  (by) => by.patch(`/v1/admin/people/${by.userId}`, { status: 'disabled' }),
  (by) => by.post('/v1/session/erase', { confirm: by.handle }),
];

/** People who are administrators and nobody else is. */
async function newAdmins(count: number): Promise<Person[]> {
  const [server] = servers;
  if (server === undefined) throw new Error('No server has started.');
  const people = await Promise.all(Array.from({ length: count }, () => signUp(server)));
  await storage.transaction(async (tx) => {
    for (const { userId } of people) await setRole(tx, userId as UserId, 'admin', 'manual');
    for (const userId of await findActiveAdmins(tx))
      if (!people.some((person) => person.userId === userId)) await setRole(tx, userId, 'member', 'manual');
  });
  return people;
}

it(`§14 of ${races} random races on two servers none leaves the organisation without an administrator`, async () => {
  const counts: number[] = [];
  const lasts: number[] = [];
  for (let race = 0; race < races; race += 1) {
    const people = await newAdmins(random.whole(2, 3));
    const calls = people.flatMap((by) =>
      Array.from({ length: random.whole(1, 2) }, () => {
        const of = random.pick(people.filter((person) => person !== by));
        return { act: random.pick(acts), by: at(random.pick(servers), by), of };
      }),
    );
    const answers = await Promise.all(calls.map(({ act, by, of }) => act(by, of)));
    const said = answers.map(({ status, body }) => `${status} ${body?.error?.code ?? ''}`);
    expect([seed, race, said.filter((each) => each.startsWith('5'))]).toEqual([seed, race, []]);
    const left = (await admins()).length;
    expect([seed, race, left > 0]).toEqual([seed, race, true]);
    counts.push(left);
    lasts.push(said.filter((each) => each === '409 last_admin').length);
  }
  // The races were races: some came down to the last one, and were refused.
  expect(counts.filter((left) => left === 1).length).toBeGreaterThan(races / 4);
  expect(lasts.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
}, 300_000);
