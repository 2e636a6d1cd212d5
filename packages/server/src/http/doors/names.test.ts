import { beforeAll, describe, expect, it } from 'vitest';
import { manifest } from '../../testing/contract/agent.ts';
import { call } from '../../testing/contract/http.ts';
import { freshHandle, signUp, type Person } from '../../testing/contract/person.ts';
import { useServer } from '../../testing/contract/server.ts';
import { openShop } from '../../actions/tools/fixtures/shop.ts';

const server = useServer();
let person: Person;

beforeAll(async () => {
  person = await signUp(server);
});

const enrol = (change: Record<string, unknown>) =>
  call(`${server.baseUrl}/v1/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handle: freshHandle(), displayName: 'Ann', password: 'correct horse battery', ...change }),
  });
const refusal = (path: string) => ({ code: 'malformed_request', path, hint: expect.stringMatching(/./) });
const bad = [
  'Рarley Support',
  'Ann “x”',
  `b${'\u0332'.repeat(5)}`,
  'Ann\u202e',
  'A\u200bnn',
  '\u2066Ann',
  'Parley',
  ' PLATFORM ',
  'Ｐarley',
];

describe('§10 a name that somebody chooses', () => {
  it.each(bad)('is refused where it hides something or is the platform’s own: %j', async (name) => {
    const signedUp = await enrol({ displayName: name });
    expect([signedUp.status, signedUp.body.error]).toEqual([400, expect.objectContaining(refusal('/displayName'))]);
    const renamed = await person.patch('/v1/session', { displayName: name });
    expect([renamed.status, renamed.body.error]).toEqual([400, expect.objectContaining(refusal('/displayName'))]);
    const registered = await person.post('/v1/agents', { manifest: manifest({ name }) });
    expect([registered.status, registered.body.error]).toEqual([
      400,
      expect.objectContaining(refusal('/manifest/name')),
    ]);
  });

  it('is refused where it is blank', async () => {
    const { status, body } = await enrol({ displayName: ' \u3000' });
    expect([status, body.error.code, body.error.path]).toEqual([400, 'malformed_request', '/displayName']);
  });

  it.each(['parley', 'platform', 'admin', 'supp0rt', 'he-lp'])(
    'is no handle of a person or an agent where it is %s',
    async (handle) => {
      expect((await enrol({ handle })).body.error).toMatchObject(refusal('/handle'));
      const { body } = await person.post('/v1/agents', { manifest: manifest({ handle }) });
      expect(body.error).toMatchObject(refusal('/manifest/handle'));
      expect((await person.get(`/v1/users?handle=${handle}`)).body).toEqual({ items: [] });
    },
  );

  it('is kept as NFC, with its emoji and its joiners', async () => {
    const renamed = await person.patch('/v1/session', { displayName: 'Zoe\u0308 👩🏽‍🚀' });
    expect(renamed.body.item.displayName).toBe('Zo\u00eb 👩🏽‍🚀');
    expect((await person.get('/v1/session')).body.item.displayName).toBe('Zo\u00eb 👩🏽‍🚀');
    const { status, body } = await person.post('/v1/agents', { manifest: manifest({ name: 'ශ්‍රී Bot ☺️' }) });
    expect([status, body.item.name]).toEqual([201, 'ශ්‍රී Bot ☺️']);
  });
});

describe('§10 what an agent has a person read before they approve', () => {
  it('holds nothing that hides or turns what is read', async () => {
    const shop = await openShop(server, ['coin.charge']);
    for (const reason of ['Tea\u202e05 rof', 'T\u200bea', ' \u00a0', 'Tea\u2066']) {
      const { status, body } = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason } });
      expect([status, body.error]).toEqual([
        400,
        expect.objectContaining({ code: 'arguments_invalid', path: '/arguments/reason' }),
      ]);
    }
    const asked = await shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason: 'Crème 👩🏽‍🚀' } });
    const { item } = (await shop.person.get(`/v1/approvals/${asked.body.approval_id}`)).body;
    expect(item.action).toBe('Pay 1 coin to “Shop” for “Crème 👩🏽‍🚀”');
  });
});
