import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer({ PARLEY_RATE_LIMIT: 'off' });
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
  for (let count = 1; count <= 19; count += 1) await say(ada, conversation, `message ${count}`);
  const deliveryId = await deliver(ada, conversation, 'message 20');
  expect((await agent.reply(deliveryId, 'so far', { partial: true })).status).toBe(202);
});

const around = async (query: string): Promise<(number | null)[]> => {
  const { status, body } = await ada.get(`/v1/conversations/${conversation}/messages?${query}`);
  expect([status, body.nextCursor]).toEqual([200, null]);
  return body.items.map((item: Json) => item.seq);
};

describe('§11 a page around a seq', () => {
  it('has it in its middle', async () => {
    expect(await around('around=10&limit=5')).toEqual([8, 9, 10, 11, 12]);
  });

  it('has one more after it where the limit is even', async () => {
    expect(await around('around=10&limit=4')).toEqual([9, 10, 11, 12]);
    expect(await around('around=10&limit=1')).toEqual([10]);
    expect(await around('around=10&limit=2')).toEqual([10, 11]);
  });

  it('is filled from the other side at the beginning and at the end', async () => {
    expect(await around('around=2&limit=5')).toEqual([1, 2, 3, 4, 5]);
    expect(await around('around=19&limit=5')).toEqual([16, 17, 18, 19, 20, null]);
  });

  it('is the nearest page where there is no such seq', async () => {
    expect(await around('around=0&limit=3')).toEqual([1, 2, 3]);
    expect(await around('around=999&limit=3')).toEqual([18, 19, 20, null]);
  });

  it('shows drafts only where it ends at the newest', async () => {
    expect(await around('around=10&limit=19')).toEqual([...Array(19).keys()].map((index) => index + 1));
    expect((await around('around=10&limit=50')).at(-1)).toBeNull();
  });

  it('is empty in a room where nothing was said', async () => {
    const { body } = await ada.get(`/v1/conversations/${await openConversation(ada, agent)}/messages?around=1`);
    expect(body).toEqual({ items: [], nextCursor: null });
  });

  it.each(['before=3', 'after=3'])('is refused together with %s', async (other) => {
    const { status, body } = await ada.get(`/v1/conversations/${conversation}/messages?around=5&${other}`);
    expect([status, body.error.code]).toEqual([400, 'malformed_request']);
  });

  it('keeps to the bytes of a page, and keeps the middle', async () => {
    const large = await openConversation(ada, agent);
    const blocks = Array.from({ length: 20 }, () => ({ type: 'text', text: 'x'.repeat(9_970) }));
    for (let count = 0; count < 8; count += 1) await agent.reply(await deliver(ada, large, `q ${count}`), blocks);
    const answer = await ada.get(`/v1/conversations/${large}/messages?around=8&limit=50`);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1024 * 1024);
    const seqs: number[] = answer.body.items.map((item: Json) => item.seq);
    expect(seqs).toContain(8);
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] as number) + index));
    expect(seqs.length).toBeGreaterThan(6);
  });
});
