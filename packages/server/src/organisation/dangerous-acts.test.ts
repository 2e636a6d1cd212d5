import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, type HumanRow, type RouteName } from '@parley/protocol';
import { providerEnv } from '../http/fixtures/sign-in-calls.ts';
import { gatherPeople, newWorld, type People } from '../http/fixtures/world.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { startServerOn, type TestServer } from '../testing/app.ts';
import { firstAdmin } from '../testing/contract/admin.ts';
import { newToken } from '../testing/contract/bearer.ts';
import type { Answer } from '../testing/contract/http.ts';
import { signUp, type Person } from '../testing/contract/person.ts';
import { openTestStorage } from '../testing/database.ts';
import { captureCall } from '../http/fixtures/capture-call.ts';

/** What becomes of a call that is made twice at once: it has one effect, or each call that is not refused has its own. */
type Twice = 'one' | 'each';

/** Calls of administrators that change something. Each is refused to everybody else. */
const ofAdmins: Readonly<Partial<Record<RouteName, Twice>>> = {
  changePerson: 'one',
  makeResetLink: 'each',
  endSessionsOfPerson: 'each',
  erasePerson: 'one',
  exportPerson: 'each',
  invite: 'each',
  revokeInvitation: 'one',
  changeSettings: 'each',
  changeAgent: 'one',
  approveAgent: 'one',
  rejectAgent: 'one',
  closeReport: 'one',
  setRetention: 'each',
  placeHold: 'each',
  endHold: 'one',
  makeBackup: 'each',
};

/** Calls that are dangerous to who makes them, and refused to another person; with `null`, another's call is their own. */
const ofOwners: Readonly<Partial<Record<RouteName, readonly [Twice, string | null]>>> = {
  eraseSelf: ['one', 'malformed_request'],
  offerAgent: ['each', 'agent_not_found'],
  acceptTransfer: ['one', 'agent_not_found'],
  endTransfer: ['one', 'agent_not_found'],
  deleteAgent: ['one', 'agent_not_found'],
  issueCredential: ['each', 'agent_not_found'],
  revokeCredential: ['one', 'agent_not_found'],
  verifyEmail: ['one', 'reset_invalid'],
  confirmIdentity: ['one', 'identity_not_found'],
  unlinkIdentity: ['one', 'identity_not_found'],
  addPasskey: ['one', 'passkey_invalid'],
  deletePasskey: ['one', 'passkey_not_found'],
  deleteToken: ['one', 'token_not_found'],
  changePassword: ['one', null],
  createToken: ['each', null],
  askExport: ['each', null],
  setEmail: ['each', null],
  linkIdentity: ['each', null],
  beginPasskey: ['each', null],
  setConversationRetention: ['one', 'conversation_not_found'],
};

/** Calls that a secret link authorizes, whoever makes them. */
const byLink: Readonly<Partial<Record<RouteName, Twice>>> = {
  recover: 'one',
  redeemPasswordReset: 'one',
  setUp: 'one',
};

let storage: Storage;
let server: TestServer;
/** Another server on the same database. */
let other: TestServer;
let people: People;
let root: Person;
let stranger: Person;
beforeAll(async () => {
  storage = await openTestStorage();
  const kept = new Proxy(storage, {
    get: (target, member) => (member === 'close' ? async () => undefined : Reflect.get(target, member, target)),
  });
  const env = { ...(await providerEnv()), PARLEY_SECRET_KEY: Buffer.alloc(32, 9).toString('base64') };
  server = await startServerOn(kept, env);
  people = await gatherPeople(server);
  root = await firstAdmin(server);
  stranger = await signUp(server);
  // Later, because the set-up link of the newest start stands.
  other = await startServerOn(kept, env);
}, 120_000);
afterAll(async () => {
  await other.stop();
  await server.stop();
  await storage.close();
});

const names = (of: object) => Object.keys(of) as RouteName[];
const capture = async (name: RouteName) => captureCall(name, await newWorld(people));
const codeOf = ({ status, body }: Answer) => [status, body?.error?.code];

/** The actions in the audit log by these requests. */
async function auditedBy(...answers: Answer[]): Promise<string[]> {
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where request_id = any(${ids}::text[]) order by row_id`.execute(server.app.storage.db);
  return rows.map(({ action }) => action);
}

describe('dangerous acts by the wrong person', { timeout: 60_000 }, () => {
  it.each(names(ofAdmins))(
    '§14 %s is refused to a member, without a session, with a token and to an agent, and leaves no trace',
    async (name) => {
      const { send, cookie } = await capture(name);
      const { token } = await newToken(root);
      const owner = people.ada;
      const refused = [
        [await send({ cookie: stranger.cookie }), 403, 'admin_required'],
        [await send({ cookie: owner.cookie }), 403, 'admin_required'],
        [await send({}), 401, 'unauthenticated'],
        [await send({ authorization: `Bearer ${token}` }), 403, 'session_required'],
        [await send(await signedHeaders()), 401, 'unauthenticated'],
      ] as const;
      expect(refused.map(([answer]) => codeOf(answer))).toEqual(refused.map(([, ...code]) => code));
      expect(await auditedBy(...refused.map(([answer]) => answer))).toEqual([]);
      const done = await send({ cookie: cookie ?? '' });
      expect([done.status < 300, codeOf(done)]).toEqual([true, [done.status, undefined]]);
    },
  );

  it.each(names(ofOwners))(
    '§14 %s is refused to another person, with their token, without a session and to an agent',
    async (name) => {
      const { send, cookie = '' } = await capture(name);
      const [, code] = ofOwners[name] ?? [];
      const refused = [await send({}), await send(await signedHeaders())];
      expect(refused.map(codeOf)).toEqual([
        [401, 'unauthenticated'],
        [401, 'unauthenticated'],
      ]);
      if (code !== null) {
        const byAnother = await send({ cookie: stranger.cookie });
        expect(codeOf(byAnother)[1]).toBe(code);
        const byAdmin = await send({ cookie: root.cookie });
        expect(codeOf(byAdmin)[1]).toBe(code);
        const { token } = await newToken(stranger);
        const byToken = await send({ authorization: `Bearer ${token}` });
        expect([code, 'session_required']).toContain(codeOf(byToken)[1]);
        refused.push(byAnother, byAdmin, byToken);
      }
      expect(await auditedBy(...refused)).toEqual([]);
      const done = await send({ cookie });
      expect([done.status < 300, codeOf(done)]).toEqual([true, [done.status, undefined]]);
    },
  );

  it('names each call of administrators that changes something', () => {
    const changing = Object.entries(routes).filter(
      ([, { method, path }]) => method !== 'GET' && path.startsWith('/v1/admin/'),
    );
    expect(changing.map(([name]) => name).toSorted()).toEqual(names(ofAdmins).toSorted());
  });

  it('names each call that needs a fresh session, ends a person or may meet the last administrator', () => {
    const dangerous = Object.entries<Pick<HumanRow, 'method' | 'fresh' | 'refusals'>>(routes).filter(
      ([, { fresh, refusals = [] }]) => fresh !== undefined || refusals.includes('last_admin'),
    );
    const named = names({ ...ofAdmins, ...ofOwners, ...byLink });
    expect(dangerous.map(([name]) => name as RouteName).filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe('dangerous acts twice at once, on two servers', { timeout: 240_000 }, () => {
  const all: [RouteName, Twice][] = [
    ...Object.entries({ ...ofAdmins, ...byLink }),
    ...Object.entries(ofOwners).map(([name, [twice]]): [RouteName, Twice] => [name as RouteName, twice]),
  ] as [RouteName, Twice][];

  it.each(all)('§14 %s has %s effect with its rows in the audit log, and no answer is 500', async (name, twice) => {
    const alone = await auditedBy(await (await capture(name)).send());
    await backupsEnd();
    const { send } = await capture(name);
    const both = await Promise.all([send(), send(undefined, other)]);
    expect(both.filter(({ status }) => status >= 500)).toEqual([]);
    const rows = await auditedBy(...both);
    // Who asks for a backup while one runs is told of that one.
    const done = both.filter(({ status }) => status < 300).map(({ body }, index) => body?.item?.backupId ?? index);
    expect(done.length).toBeGreaterThan(0);
    const effects = twice === 'one' ? 1 : new Set(done).size;
    const expected = Array.from({ length: effects }, () => alone).flat();
    expect(rows.toSorted()).toEqual(expected.toSorted());
  });
});

/** Waits for the backup of a call before: one runs at a time. */
async function backupsEnd(): Promise<void> {
  const states = async () => {
    const { rows } = await sql<{ state: string }>`select state from backups`.execute(server.app.storage.db);
    return rows.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 200_000 }).not.toContain('running');
}

/** The headers of a correct request of an agent, which mean nothing here. */
async function signedHeaders(): Promise<Record<string, string>> {
  const real = globalThis.fetch;
  let headers: Record<string, string> = {};
  globalThis.fetch = async (_input, init = {}) => {
    headers = init.headers as Record<string, string>;
    return Response.json({});
  };
  await people.agent.send('/hooks/v1/agents/search?q=none').finally(() => {
    globalThis.fetch = real;
  });
  return { authorization: headers['authorization'] ?? '', 'x-agent-signature': headers['x-agent-signature'] ?? '' };
}
