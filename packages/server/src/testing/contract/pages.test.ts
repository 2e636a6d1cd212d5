import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { giveTask, updateTask } from './task.ts';

const server = useServer({ PARLEY_RATE_LIMIT: 'off' });
let ada: Person;
let agent: Agent;

beforeAll(async () => {
  ada = await signUp(server, { displayName: 'Ada' });
  agent = await registerAgent(server, ada, { access: 'public' });
});

const pageBytes = 1024 * 1024;
/** Returns blocks of about this many bytes as JSON. A text has at most 10,000 characters. */
const blocksOf = (bytes: number): Json[] =>
  Array.from({ length: Math.ceil(bytes / 10_000) }, () => ({ type: 'text', text: 'x'.repeat(9_970) }));
const joined = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query).toString()}`;

/** Reads a list to its end. Checks that each page is within the limit and not empty. */
async function walk(person: Person, path: string, query: Record<string, string> = {}): Promise<Json[][]> {
  const pages: Json[][] = [];
  let cursor: string | null = null;
  do {
    const answer = await person.get(joined(path, { ...query, ...(cursor === null ? {} : { cursor }) }));
    expect(answer.status, answer.text).toBe(200);
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(pageBytes);
    cursor = answer.body.nextCursor;
    if (cursor !== null) expect(answer.body.items.length).toBeGreaterThan(0);
    pages.push(answer.body.items);
    expect(pages.length).toBeLessThan(60);
  } while (cursor !== null);
  return pages;
}

describe('§10 pages are bounded in bytes', () => {
  let conversation: string;
  const seqs = (items: Json[]): number[] => items.flatMap((item) => item.seq ?? []);

  beforeAll(async () => {
    conversation = await openConversation(ada, agent);
    for (let count = 0; count < 12; count += 1) {
      const deliveryId = await deliver(ada, conversation, `question ${count}`);
      expect((await agent.reply(deliveryId, blocksOf(200_000))).status).toBe(202);
    }
  });

  it('reads a room of large messages back to its beginning, each message once', async () => {
    const pages = await walk(ada, `/v1/conversations/${conversation}/messages`, { limit: '200' });
    expect(pages.length).toBeGreaterThan(2);
    expect(seqs(pages.reverse().flat())).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  });

  it('reads it on from a seq, each message once and in order', async () => {
    const pages = await walk(ada, `/v1/conversations/${conversation}/messages`, { limit: '200', after: '3' });
    expect(pages.length).toBeGreaterThan(2);
    expect(seqs(pages.flat())).toEqual(Array.from({ length: 21 }, (_, index) => index + 4));
  });

  it('shows the newest first where not all fit', async () => {
    const { body } = await ada.get(`/v1/conversations/${conversation}/messages?limit=200`);
    expect(seqs(body.items).at(-1)).toBe(24);
    expect(body.nextCursor).not.toBeNull();
  });

  it('counts the open drafts, and reads each once from either side', async () => {
    const drafted = await openConversation(ada, agent);
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      const deliveryId = await deliver(ada, drafted, `question ${count}`);
      const { body } = await agent.reply(deliveryId, blocksOf(200_000), { partial: true });
      ids.push(body.message_id);
    }
    const path = `/v1/conversations/${drafted}/messages`;
    for (const pages of [(await walk(ada, path)).reverse(), await walk(ada, path, { after: '0' })]) {
      const items = pages.flat();
      expect(pages.length).toBeGreaterThan(1);
      expect(seqs(items)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(items.filter((item) => item.partial).map((item) => item.messageId)).toEqual(ids);
    }
  });

  it('bounds tasks, whose instructions may be long, and their history', async () => {
    const tasks = await openConversation(ada, agent);
    const instructions = '語'.repeat(10_000);
    for (let count = 0; count < 45; count += 1) {
      const answer = await ada.post(`/v1/conversations/${tasks}/tasks`, { title: `t${count}`, instructions });
      expect(answer.status, answer.text).toBe(201);
    }
    const pages = await walk(ada, '/v1/tasks', { conversationId: tasks, limit: '200' });
    expect(pages.length).toBe(2);
    expect(pages.flat()).toHaveLength(45);
  });
});

describe('§10 lists that had no pages have them', () => {
  it('pages the agents of an owner', async () => {
    const owner = await signUp(server);
    for (let count = 0; count < 5; count += 1) await registerAgent(server, owner);
    const pages = await walk(owner, '/v1/agents', { limit: '2' });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat().map((item) => item.agentId)).size).toBe(5);
  });

  it('pages the directory without leaving one out', async () => {
    const owner = await signUp(server);
    for (let count = 0; count < 5; count += 1) {
      await registerAgent(server, owner, { access: 'public', name: `Zebrafinch ${count}` });
    }
    const pages = await walk(owner, '/v1/agents/directory', { q: 'zebrafinch', limit: '2' });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat().map((item) => item.agentId)).size).toBe(5);
  });

  it('pages the credentials of an agent', async () => {
    for (let count = 0; count < 2; count += 1) await ada.post(`/v1/agents/${agent.agentId}/credentials`);
    const pages = await walk(ada, `/v1/agents/${agent.agentId}/credentials`, { limit: '2' });
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
  });

  it('pages the members of a room, its agent first', async () => {
    const ben = await signUp(server, { displayName: 'Ben' });
    const conversation = await openConversation(ada, agent, [ben]);
    const pages = await walk(ada, `/v1/conversations/${conversation}/members`, { limit: '2' });
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(pages[0]?.[0]).toEqual({ agentId: agent.agentId, handle: agent.handle, name: agent.name });
    const people = pages.flat().slice(1);
    expect(people.map((person) => person.userId).sort()).toEqual([ada.userId, ben.userId].sort());
  });

  it('pages the schedules of a room', async () => {
    const conversation = await openConversation(ada, agent);
    for (let count = 0; count < 3; count += 1) {
      await ada.post(`/v1/conversations/${conversation}/schedules`, { cron: `${count} 9 * * *`, text: 'water' });
    }
    const pages = await walk(ada, `/v1/conversations/${conversation}/schedules`, { limit: '2' });
    expect(pages.map((page) => page.map((item) => item.cron))).toEqual([['0 9 * * *', '1 9 * * *'], ['2 9 * * *']]);
  });

  it('pages the history of a task', async () => {
    const conversation = await openConversation(ada, agent);
    const given = await giveTask(ada, conversation);
    const { taskId } = given.item;
    const { deliveryId } = given.deliveries[0];
    for (const [index, status] of ['in_progress', 'awaiting_approval', 'in_progress', 'completed'].entries()) {
      expect(
        (
          await updateTask(
            agent,
            deliveryId,
            status,
            { note: status },
            { key: `${taskId} ${index}`, unix: agent.unix() - index },
          )
        ).status,
      ).toBe(202);
    }
    const whole = (await ada.get(`/v1/tasks/${taskId}`)).body;
    expect(whole.nextCursor).toBeNull();
    const first = (await ada.get(`/v1/tasks/${taskId}?limit=4`)).body;
    const second = (await ada.get(joined(`/v1/tasks/${taskId}`, { limit: '4', cursor: first.nextCursor }))).body;
    expect([...first.item.history, ...second.item.history]).toEqual(whole.item.history);
    expect(second.nextCursor).toBeNull();
  });

  it('pages the entries of a wallet', async () => {
    const { body } = await ada.get('/v1/wallet?limit=1');
    expect(body.item.entries).toHaveLength(1);
    expect(body).toHaveProperty('nextCursor');
  });
});

describe('§10 ?limit=', () => {
  it('is clamped whatever its number of digits', async () => {
    for (const limit of ['201', '9'.repeat(400), '0'.repeat(50) + '7']) {
      expect((await ada.get(`/v1/conversations?limit=${limit}`)).status).toBe(200);
    }
  });

  it.each(['0', '-1', '1.5', 'x', ''])('is refused as %j', async (limit) => {
    const answer = await ada.get(`/v1/conversations?limit=${limit}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_request']);
  });
});
