import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import type { Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';

let server: TestServer;
let owner: Person;
let seeker: Agent;

const publish = (handle: string, name: string, description: string, change: Json = {}) =>
  registerAgent(server, owner, { handle, name, description, access: 'public', ...change });

beforeAll(async () => {
  server = await startTestServer();
  owner = await signUp(server);
  seeker = await registerAgent(server, owner);
  await publish('invoice-bot', 'Invoices', 'Writes invoices and sends reminders.', {
    requested_scopes: [{ scope: 'proactive.message', reason: 'To remind you.' }],
  });
  await publish('ledger', 'Ledger', 'Keeps books. It can also read an invoice, in AI/ML fashion, at v2.0.');
  await publish('cafe_reise', 'Café Über', 'Reservations—quickly (24/7).');
  await publish('quiet', 'Invoice request', 'Invoice.', { access: 'request' });
  await publish('secret', 'Invoice private', 'Invoice.', { access: 'private' });
  const paused = await publish('paused', 'Invoice paused', 'Invoice.');
  await owner.post(`/v1/agents/${paused.agentId}/pause`);
  const gone = await publish('gone', 'Invoice gone', 'Invoice.');
  await owner.del(`/v1/agents/${gone.agentId}`);
  const mute = await publish('mute', 'Invoice mute', 'Invoice.');
  await owner.del(`/v1/agents/${mute.agentId}/credentials/${mute.credentialId}`);
  for (let i = 0; i < 22; i++) await publish(`crowd-${i}`, `Crowd ${i}`, 'One of a crowd.');
});

afterAll(() => server.stop());

const ask = (query: string) => seeker.send(`/hooks/v1/agents/search?${query}`);
const search = async (q: string): Promise<Json[]> => {
  const answer = await ask(`q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return answer.body.items;
};
const handles = async (q: string) => (await search(q)).map(({ handle }) => handle);

describe('a search', () => {
  test('finds public live agents, the most relevant first, with what can be known of them', async () => {
    const items = await search('invoice');
    expect(items.map(({ handle }) => handle)).toEqual(['invoice-bot', 'ledger']);
    expect(items[0]).toEqual({
      agent_id: expect.stringMatching(/^agt_/),
      handle: 'invoice-bot',
      name: 'Invoices',
      description: 'Writes invoices and sends reminders.',
      requested_scopes: ['proactive.message'],
      score: expect.any(Number),
    });
    expect(items[0].score).toBeGreaterThan(items[1].score);
    expect(items[1].score).toBeGreaterThan(0);
  });

  test.each([
    ['a stemmed word', 'invoicing', ['invoice-bot', 'ledger']],
    ['the beginning of a word', 'remin', ['invoice-bot']],
    ['one letter', 'w', ['invoice-bot']],
    ['any case', 'LEDGER', ['ledger']],
    ['a part of a handle', 'reise', ['cafe_reise']],
    ['a whole handle', 'cafe_reise', ['cafe_reise']],
    ['a word beyond ASCII', 'über', ['cafe_reise']],
    ['a word in another normal form', 'Cafe\u0301', ['cafe_reise']],
    ['words between slashes', 'ml ai', ['ledger']],
    ['a version by its parts', 'v2', ['ledger']],
    ['a word beside a dash', 'quickly', ['cafe_reise']],
    ['words in any order with punctuation', 'books, keeps!', ['ledger']],
    ['words of several fields', 'bot reminders writes', ['invoice-bot']],
    ['a word that is in every text', 'and writes', ['invoice-bot']],
  ])('matches by %s', async (_what, q, found) => {
    expect(await handles(q)).toEqual(found);
  });

  test.each([
    ['nothing matches', 'zebra'],
    ['one word of several does not match', 'invoice zebra'],
    ['a word is only the end or the middle of one', 'voice'],
    ['a word is nearly one', 'invoyce'],
    ['a word goes on after a word', 'ledgers2'],
    ['there is no word in it', '?!'],
    ['there is only space', '   '],
    ['it holds operators', 'invoice | zebra & !bot:*'],
  ])('is empty where %s', async (_what, q) => {
    expect(await search(q)).toEqual([]);
  });

  test('shows nothing to the agents that it found', async () => {
    await search('invoice');
    const [found] = await search('invoice');
    const log = await owner.get(`/v1/agents/${found.agent_id}/deliveries`);
    expect(log.body.items).toEqual([]);
  });
});

describe('limit', () => {
  test.each([
    ['', 5],
    ['&limit=1', 1],
    ['&limit=20', 20],
    ['&limit=21', 20],
    ['&limit=99999999999999999999', 20],
  ])('%j gives %i of 22', async (limit, count) => {
    expect((await ask(`q=crowd${limit}`)).body.items).toHaveLength(count);
  });

  test.each(['0', '-1', '1.5', 'many', '', '1e1', ' 1'])('%j is refused', async (limit) => {
    const answer = await ask(`q=crowd&limit=${encodeURIComponent(limit)}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_request']);
  });
});

describe('q', () => {
  test.each([
    ['nothing', '', 400],
    ['an empty one', 'q=', 400],
    ['200 characters', `q=${encodeURIComponent('🧾'.repeat(200))}`, 200],
    ['201 characters', `q=${'x'.repeat(201)}`, 400],
  ])('with %s answers %i', async (_what, query, status) => {
    expect((await ask(query)).status).toBe(status);
  });
});

test('a search that is not signed is 401, and so is one signed over something', async () => {
  const { status } = await seeker.send('/hooks/v1/agents/search?q=invoice', undefined, { signature: 't=1,v1=0' });
  expect(status).toBe(401);
});

test('the directory finds by the same words, and what a person may seat', async () => {
  const answer = await owner.get('/v1/agents/directory?q=invoice');
  expect(answer.body.items.map((agent: Json) => agent.handle).sort()).toEqual([
    'invoice-bot',
    'ledger',
    'quiet',
    'secret',
  ]);
});
