import { beforeAll, describe, expect, it } from 'vitest';
import { manifest, registerAgent, type Agent } from './agent.ts';
import type { Answer, Json } from './http.ts';
import { freshHandle, signUp, type Person } from './person.ts';
import { deliver, listed, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
let ada: Person;
let bob: Person;
let agent: Agent;

beforeAll(async () => {
  [ada, bob] = await Promise.all([signUp(server), signUp(server)]);
  agent = await registerAgent(server, ada, { access: 'public' });
});

const statuses = (answers: Answer[]) => answers.map((answer) => answer.status).sort();
const isGapless = (messages: Json[]) => {
  const seqs = messages.filter((message) => !message.partial).map((message) => message.seq);
  expect(seqs).toEqual(seqs.map((_seq, index) => index + 1));
};

describe('§1 a key after things have changed', () => {
  it('still gives the first answer to a send, though the agent is blocked by now', async () => {
    const conversation = await openConversation(ada, agent);
    const send = () =>
      ada.post(`/v1/conversations/${conversation}/messages`, { text: 'once' }, { 'idempotency-key': 'b1' });
    const first = await send();
    await ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: true });
    const second = await send();
    await ada.put(`/v1/agents/${agent.agentId}/membership/preferences`, { blocked: false });
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
  });

  it('still gives the first answer to the twentieth reply', async () => {
    const deliveryId = await deliver(ada, await openConversation(ada, agent), 'ask');
    for (let index = 1; index < 20; index += 1) await agent.reply(deliveryId, `answer ${index}`);
    const first = await agent.reply(deliveryId, 'the last', {}, { key: 'twentieth' });
    const again = await agent.reply(deliveryId, 'the last', {}, { key: 'twentieth' });
    expect(first.status).toBe(202);
    expect(again.text).toBe(first.text);
    expect((await agent.reply(deliveryId, 'one more')).status).toBe(409);
  });

  it('does not open a door: the caller must still be who it was', async () => {
    const own = await registerAgent(server, ada);
    const deliveryId = await deliver(ada, await openConversation(ada, own), 'ask');
    expect((await own.reply(deliveryId, 'once', {}, { key: 'mine' })).status).toBe(202);
    await ada.post(`/v1/agents/${own.agentId}/pause`);
    expect((await own.reply(deliveryId, 'once', {}, { key: 'mine' })).status).toBe(401);
  });
});

describe('§5 drafts and finals at once', () => {
  it('end as one message where a draft and its final arrive together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const conversation = await openConversation(ada, agent);
      const deliveryId = await deliver(ada, conversation, 'ask');
      await agent.reply(deliveryId, 'so far', { partial: true });
      const answers = await Promise.all([
        agent.reply(deliveryId, 'further', { partial: true }),
        agent.reply(deliveryId, 'done'),
      ]);
      expect(statuses(answers)).toEqual([202, 202]);
      const stored = await messagesOf(ada, conversation);
      expect(stored.filter((message) => !message.partial)).toHaveLength(2);
      isGapless(stored);
    }
  });

  it('give the draft to one of two finals', async () => {
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'ask');
    const draft = await agent.reply(deliveryId, 'so far', { partial: true });
    const finals = await Promise.all([agent.reply(deliveryId, 'one'), agent.reply(deliveryId, 'two')]);
    const ids = finals.map((answer) => answer.body.message_id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(draft.body.message_id);
    const stored = await messagesOf(ada, conversation);
    expect(stored).toHaveLength(3);
    isGapless(stored);
  });

  it('make one draft of ten first partial replies', async () => {
    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'ask');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => agent.reply(deliveryId, `${index}`, { partial: true })),
    );
    expect(new Set(answers.map((answer) => answer.body.message_id)).size).toBe(1);
    expect(await messagesOf(ada, conversation)).toHaveLength(2);
  });
});

describe('§4 rooms under pressure', () => {
  it('number humans, replies and platform lines without a gap', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    const first = await deliver(ada, conversation, 'start');
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
    await Promise.all([
      ...Array.from({ length: 10 }, (_, index) => say(index % 2 ? ada : bob, conversation, `${index}`)),
      ...Array.from({ length: 10 }, (_, index) => agent.reply(first, `answer ${index}`)),
      ...people.map(({ userId }) => ada.post(`/v1/conversations/${conversation}/members`, { userId })),
    ]);
    const stored = await messagesOf(ada, conversation, '?limit=200');
    expect(stored.length).toBeGreaterThanOrEqual(21);
    isGapless(stored);
  });

  it('never shows a reader a message below one it has seen', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    const writing = Promise.all(
      Array.from({ length: 40 }, (_, index) => say(index % 2 ? ada : bob, conversation, `${index}`)),
    );
    let seen = 0;
    let done = false;
    void writing.then(() => (done = true));
    while (!done || seen < 40) {
      const items = await messagesOf(bob, conversation, `?after=${seen}&limit=200`);
      expect(items.map((item) => item.seq)).toEqual(items.map((_item, index) => seen + 1 + index));
      seen = items.at(-1)?.seq ?? seen;
    }
    await writing;
    expect(seen).toBe(40);
  });

  it('are deleted once', async () => {
    const conversation = await openConversation(ada, agent);
    const answers = await Promise.all([1, 2, 3].map(() => ada.del(`/v1/conversations/${conversation}`)));
    expect(statuses(answers)).toEqual([204, 404, 404]);
  });

  it('answer cleanly where they are deleted under those who write', async () => {
    const conversation = await openConversation(ada, agent, [bob]);
    const deliveryId = await deliver(ada, conversation, 'ask');
    const answers = await Promise.all([
      bob.post(`/v1/conversations/${conversation}/messages`, { text: 'hello?' }),
      ada.del(`/v1/conversations/${conversation}`),
      agent.reply(deliveryId, 'hello!'),
      bob.put(`/v1/conversations/${conversation}/read`, { seq: 1 }),
      bob.post(`/v1/conversations/${conversation}/members`, { userId: ada.userId }),
      bob.del(`/v1/conversations/${conversation}/members/${bob.userId}`),
    ]);
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
    expect(await listed(bob, conversation)).toBeUndefined();
  });

  it('let the last person leave', async () => {
    const conversation = await openConversation(ada, agent);
    expect((await ada.del(`/v1/conversations/${conversation}/members/${ada.userId}`)).status).toBe(204);
    expect(await listed(ada, conversation)).toBeUndefined();
  });
});

describe('§3 a handle that two manifests take at the same moment', () => {
  it('is one agent’s, and taken for the other', async () => {
    const [one, two] = [await registerAgent(server, ada), await registerAgent(server, ada)];
    const take = (who: Agent, handle: string) =>
      ada.put(`/v1/agents/${who.agentId}/manifest`, { manifest: manifest({ handle }) });
    for (let round = 0; round < 20; round += 1) {
      const handle = freshHandle();
      const answers = await Promise.all([take(one, handle), take(two, handle)]);
      expect(statuses(answers)).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('handle_taken');
    }
  });
});
