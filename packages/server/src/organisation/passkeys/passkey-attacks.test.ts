import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { startServerOn, startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { expectRefusal } from '../../testing/contract/refused.ts';
import { openTestStorage } from '../../testing/database.ts';
import { insertChallenge } from './challenge-queries.ts';
import {
  addPasskey,
  passkeyOf,
  publicUrl,
  sendAssertion,
  signInOptions,
  tryPasskey,
} from './fixtures/passkey-owner.ts';
import { SoftAuthenticator, type Bent } from './fixtures/soft-authenticator.ts';

const lines: Json[] = [];
const log = createLogger('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await startServerOn(await openTestStorage(), { PARLEY_BASE_URL: publicUrl }, log);
}, 60_000);
afterAll(() => server.stop());

const fails = async (answer: Promise<Awaited<ReturnType<typeof tryPasskey>>>) =>
  expectRefusal(await answer, 401, 'sign_in_failed');
const isInvalid = async (answer: Promise<Awaited<ReturnType<typeof addPasskey>>>) =>
  expectRefusal(await answer, 403, 'passkey_invalid', '/response');
const addOptions = async (person: Person): Promise<Json> => (await person.post('/v1/passkeys/options')).body.item;
const add = (person: Person, response: Json) => person.post('/v1/passkeys', { response, name: 'Laptop' });

const bent: [string, Bent][] = [
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['a subdomain as the origin', { origin: 'https://x.parley.example' }],
  ['another port as the origin', { origin: 'https://parley.example:8443' }],
  ['a foreign host', { rpId: 'evil.example' }],
  ['no verification of the person', { isUserVerified: false }],
  ['a challenge that nobody made', { challenge: 'q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4' }],
];

describe('§16 a passkey that is added', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    ada = await signUp(server);
  });

  it.each([...bent, ['the type of a sign-in', { type: 'webauthn.get' }] as [string, Bent]])(
    'is refused with %s',
    async (_what, how) => {
      await isInvalid(addPasskey(ada, new SoftAuthenticator(publicUrl), { bent: how }));
      expect((await ada.get('/v1/passkeys')).body.items).toEqual([]);
    },
  );

  it('may be signed with its own key, which has to fit', async () => {
    const person = await signUp(server);
    const own = { bent: { isSelfAttested: true } };
    expect((await addPasskey(person, new SoftAuthenticator(publicUrl), own)).status).toBe(201);
    const forged = { bent: { isSelfAttested: true, isForged: true } };
    await isInvalid(addPasskey(person, new SoftAuthenticator(publicUrl), forged));
  });

  it('is refused with the certificate of a maker, which nobody asked for and which is valid', async () => {
    const person = await signUp(server);
    await isInvalid(addPasskey(person, new SoftAuthenticator(publicUrl), { bent: { isCertified: true } }));
    expect((await person.get('/v1/passkeys')).body.items).toEqual([]);
  });

  it('answers the options of its session once, within 5 minutes', async () => {
    const person = await signUp(server);
    const options = await addOptions(person);
    const response = new SoftAuthenticator(publicUrl).create(options);
    await isInvalid(add(await signUp(server), response));
    await isInvalid(add(await signIn(server, person), response));
    expect((await add(person, response)).status).toBe(201);
    await isInvalid(add(person, new SoftAuthenticator(publicUrl).create(options)));
    const late = await addOptions(person);
    await server.clock.leap(5 * 60_000);
    await isInvalid(add(person, new SoftAuthenticator(publicUrl).create(late)));
    expect((await person.get('/v1/passkeys')).body.items).toHaveLength(1);
  });

  it('is added once, of two at once', async () => {
    const person = await signUp(server);
    const response = new SoftAuthenticator(publicUrl).create(await addOptions(person));
    const answers = await Promise.all([add(person, response), add(person, response)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403]);
  });

  it('cannot be one that is there, of the same or of another person', async () => {
    const person = await signUp(server);
    const authenticator = await passkeyOf(person);
    await isInvalid(addPasskey(person, authenticator));
    await isInvalid(addPasskey(await signUp(server), authenticator));
  });

  it('does not answer the options of a sign-in', async () => {
    const { challenge } = await signInOptions(server);
    const options = { ...(await addOptions(ada)), challenge };
    await isInvalid(add(ada, new SoftAuthenticator(publicUrl).create(options)));
  });

  it('uses its options up, also by an answer that is refused', async () => {
    const options = await addOptions(ada);
    const authenticator = new SoftAuthenticator(publicUrl);
    await isInvalid(add(ada, authenticator.create(options, { isUserVerified: false })));
    await isInvalid(add(ada, authenticator.create(options)));
  });

  it('answers one of the last ten options', async () => {
    const oldest = await addOptions(ada);
    const kept = [];
    for (let n = 0; n < 10; n += 1) {
      await server.clock.leap(1);
      kept.push(await addOptions(ada));
    }
    await isInvalid(add(ada, new SoftAuthenticator(publicUrl).create(oldest)));
    expect((await add(ada, new SoftAuthenticator(publicUrl).create(kept[0]))).status).toBe(201);
  });
});

describe('§16 a sign-in by passkey', { timeout: 60_000 }, () => {
  let authenticator: SoftAuthenticator;
  beforeAll(async () => {
    ada = await signUp(server);
    authenticator = await passkeyOf(ada);
  });

  it.each([
    ...bent,
    ['the type of a new passkey', { type: 'webauthn.create' }] as [string, Bent],
    ['a signature of something else', { isForged: true }] as [string, Bent],
    ['no name of its person', { userHandle: '' }] as [string, Bent],
  ])('fails with %s', async (_what, how) => {
    const before = (await ada.get('/v1/sessions')).body.items.length;
    if (how.userHandle === '') {
      const { userHandle: _none, ...rest } = authenticator.get(await signInOptions(server)).response;
      const id = authenticator.credentialId.toString('base64url');
      await fails(sendAssertion(server, { id, rawId: id, type: 'public-key', response: rest }));
    } else await fails(tryPasskey(server, authenticator, how));
    expect((await ada.get('/v1/sessions')).body.items).toHaveLength(before);
  });

  it('fails with the passkey of another person, or in the name of one', async () => {
    const ben = await signUp(server);
    const his = await passkeyOf(ben);
    await fails(tryPasskey(server, his, { userHandle: authenticator.userHandle }));
    const options = await signInOptions(server);
    const hers = authenticator.get(options);
    const mixed = his.get(options, { userHandle: authenticator.userHandle });
    await fails(sendAssertion(server, { ...mixed, id: hers.id, rawId: hers.id }));
    await fails(tryPasskey(server, new SoftAuthenticator(publicUrl)));
  });

  it('is one for each challenge, within 5 minutes, also of two at once', async () => {
    const response = authenticator.get(await signInOptions(server));
    const answers = await Promise.all([sendAssertion(server, response), sendAssertion(server, response)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    await fails(sendAssertion(server, response));
    const options = await signInOptions(server);
    await fails(sendAssertion(server, authenticator.get(options, { isForged: true })));
    await fails(sendAssertion(server, authenticator.get(options)));
    const late = await signInOptions(server);
    await server.clock.leap(5 * 60_000);
    await fails(sendAssertion(server, authenticator.get(late)));
  });

  it('does not answer the options for a new passkey', async () => {
    const { challenge } = await addOptions(await signIn(server, ada));
    await fails(sendAssertion(server, authenticator.get({ challenge, rpId: 'parley.example' })));
  });

  it('fails and is logged when the counter does not go on', async () => {
    const counting = new SoftAuthenticator(publicUrl);
    counting.counter = 7;
    expect((await addPasskey(await signUp(server), counting)).status).toBe(201);
    counting.counter = 4_000_000_000;
    expect((await tryPasskey(server, counting)).status).toBe(200);
    for (const counter of [4_000_000_000, 8, 0]) {
      counting.counter = counter;
      lines.length = 0;
      await fails(tryPasskey(server, counting));
      expect(lines.map(({ msg, counter: said }) => [msg, said])).toEqual([
        ['passkey refused: its counter went back, or it was deleted', counter],
      ]);
    }
    counting.counter = 4_000_000_001;
    const [one, two] = [await signInOptions(server), await signInOptions(server)];
    const both = [counting.get(one), counting.get(two)].map((response) => sendAssertion(server, response));
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('that fails leaves a row in the audit log', async () => {
    const root = await firstAdmin(server);
    const person = await signUp(server);
    await fails(tryPasskey(server, await passkeyOf(person), { isForged: true }));
    const rows: Json[] = (await root.get(`/v1/admin/audit?target=${person.userId}&action=session.refused`)).body.items;
    expect(rows).toMatchObject([{ details: { attempts: 1 } }]);
  });

  it('refuses what is no response at all', async () => {
    for (const body of [{}, { response: {} }, { response: authenticator.get(await signInOptions(server)), more: 1 }])
      expectRefusal(await ada.post('/v1/session/passkey', body), 400, 'malformed_request');
    const long = { ...authenticator.get(await signInOptions(server)), id: 'a'.repeat(1365) };
    expectRefusal(await sendAssertion(server, long), 400, 'malformed_request', '/response/id');
  });

  it('is limited as sign-ins from an address are', async () => {
    const strict = await startTestServer({
      PARLEY_BASE_URL: publicUrl,
      PARLEY_RATE_LIMIT: 'on',
      PARLEY_RATE_SIGN_IN_ADDRESS: '2/m:2',
    });
    const options = await signInOptions(strict);
    const unknown = new SoftAuthenticator(publicUrl);
    await fails(sendAssertion(strict, unknown.get(options)));
    expectRefusal(await sendAssertion(strict, unknown.get(options)), 429, 'rate_limited');
    await strict.stop();
  });

  it('leaves a bounded number of challenges', async () => {
    const { storage, clock } = server.app;
    const options = await signInOptions(server);
    const expiresAt = new Date(clock.now() + 10 * 60_000);
    await storage.transaction((tx) => insertChallenge(tx, { hash: Buffer.from('x'), holder: null, expiresAt }, 1));
    await fails(sendAssertion(server, authenticator.get(options)));
  });
});
