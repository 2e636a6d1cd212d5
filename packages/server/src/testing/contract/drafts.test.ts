import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { deliver, messagesOf, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
const partial = { partial: true };
const text = (words: string) => ({ type: 'text', text: words });
let ada: Person;
let agent: Agent;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
});

const asked = async () => {
  const conversation = await openConversation(ada, agent);
  return { conversation, deliveryId: await deliver(ada, conversation, 'ask') };
};

describe('§5 a partial reply', () => {
  it('is accepted as partial, with the id of the draft', async () => {
    const { deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, 'so far', partial);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ message_id: expect.any(String), partial: true, agent_call: null });
  });

  it('shows as a message with partial true and no seq', async () => {
    const { conversation, deliveryId } = await asked();
    const { body } = await agent.reply(deliveryId, 'so far', partial);
    const [, draft] = await messagesOf(ada, conversation);
    expect(draft).toMatchObject({
      messageId: body.message_id,
      seq: null,
      partial: true,
      blocks: [text('so far')],
      author: { type: 'agent', id: agent.agentId },
      replyToDeliveryId: deliveryId,
    });
    const alone = await ada.get(`/v1/conversations/${conversation}/messages/${body.message_id}`);
    expect(alone.body.item.partial).toBe(true);
  });

  it('replaces the draft as a whole, under the same id', async () => {
    const { conversation, deliveryId } = await asked();
    const first = await agent.reply(deliveryId, [text('one'), text('two')], partial);
    const second = await agent.reply(deliveryId, [text('three')], partial);
    expect(second.body.message_id).toBe(first.body.message_id);
    const stored = await messagesOf(ada, conversation);
    expect(stored).toHaveLength(2);
    expect(stored[1].blocks).toEqual([text('three')]);
  });

  it('stays last in the list while others write', async () => {
    const { conversation, deliveryId } = await asked();
    await agent.reply(deliveryId, 'so far', partial);
    await say(ada, conversation, 'meanwhile');
    const stored = await messagesOf(ada, conversation);
    expect(stored.map(({ seq, partial: open }) => ({ seq, open }))).toEqual([
      { seq: 1, open: false },
      { seq: 2, open: false },
      { seq: null, open: true },
    ]);
  });

  it('is one for each delivery', async () => {
    const conversation = await openConversation(ada, agent);
    const [one, two] = [await deliver(ada, conversation, 'one'), await deliver(ada, conversation, 'two')];
    const first = await agent.reply(one, 'first draft', partial);
    const second = await agent.reply(two, 'second draft', partial);
    expect(second.body.message_id).not.toBe(first.body.message_id);
    expect((await messagesOf(ada, conversation)).filter((message) => message.partial)).toHaveLength(2);
  });

  it('does not count towards the twenty', async () => {
    const { deliveryId } = await asked();
    for (let index = 0; index < 25; index += 1) await agent.reply(deliveryId, `${index}`, partial);
    expect((await agent.reply(deliveryId, 'final')).status).toBe(202);
  });

  it('leaves the draft as it was where it is refused', async () => {
    const { conversation, deliveryId } = await asked();
    await agent.reply(deliveryId, 'so far', partial);
    expect((await agent.reply(deliveryId, [{ type: 'nonsense' }], partial)).status).toBe(400);
    expect((await messagesOf(ada, conversation))[1].blocks).toEqual([text('so far')]);
  });
});

describe('§5 the end of a draft', () => {
  it('is the next final reply, under the same id, with the next seq', async () => {
    const { conversation, deliveryId } = await asked();
    const draft = await agent.reply(deliveryId, 'so far', partial);
    await say(ada, conversation, 'meanwhile');
    const final = await agent.reply(deliveryId, 'done');
    expect(final.body).toMatchObject({ message_id: draft.body.message_id, partial: false });
    const stored = await messagesOf(ada, conversation);
    expect(stored).toHaveLength(3);
    expect(stored[2]).toMatchObject({
      messageId: draft.body.message_id,
      seq: 3,
      partial: false,
      blocks: [text('done')],
    });
  });

  it('lets the next reply begin another message', async () => {
    const { deliveryId } = await asked();
    const draft = await agent.reply(deliveryId, 'so far', partial);
    await agent.reply(deliveryId, 'done');
    const next = await agent.reply(deliveryId, 'and so far', partial);
    expect(next.body.message_id).not.toBe(draft.body.message_id);
  });

  it('leaves no gap in seq', async () => {
    const { conversation, deliveryId } = await asked();
    await agent.reply(deliveryId, 'so far', partial);
    await agent.reply(deliveryId, 'done');
    expect((await say(ada, conversation, 'next')).seq).toBe(3);
  });

  it('comes after ten minutes without a final reply', async () => {
    const { conversation, deliveryId } = await asked();
    const draft = await agent.reply(deliveryId, 'so far', partial);
    await server.clock.advance(9 * 60_000);
    expect(await messagesOf(ada, conversation)).toHaveLength(2);
    await server.clock.advance(61_000);
    await eventually(server, 'the draft to be dropped', async () => (await messagesOf(ada, conversation)).length === 1);
    const alone = await ada.get(`/v1/conversations/${conversation}/messages/${draft.body.message_id}`);
    expect(alone.status).toBe(404);
    expect((await agent.reply(deliveryId, 'late but final')).status).toBe(202);
  });
});

describe('§5 what is only for partial or only for final replies', () => {
  const chart = {
    type: 'chart',
    chart_type: 'bar',
    x_key: 'day',
    series: [{ data_key: 'sold' }],
    data: [{ day: 'Mon', sold: 1 }],
  };

  it('lets a partial reply say what it intends', async () => {
    const { deliveryId } = await asked();
    expect((await agent.reply(deliveryId, [{ type: 'intent', text: 'Looking' }], partial)).status).toBe(202);
  });

  it('refuses an intent in a final reply', async () => {
    const { deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, [text('a'), { type: 'intent', text: 'Looking' }]);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('intent_requires_partial');
  });

  it('refuses needs_human in a partial reply and takes it in a final one', async () => {
    const { deliveryId } = await asked();
    const block = { type: 'needs_human', reason: 'I am lost.' };
    const answer = await agent.reply(deliveryId, [block], partial);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('needs_human_requires_final');
    expect((await agent.reply(deliveryId, [block])).status).toBe(202);
  });

  it('refuses a chart in a partial reply and takes it in a final one', async () => {
    const { deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, [text('a'), chart], partial);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'block_invalid', reason: 'chart_requires_final' });
    expect(answer.body.error.path).toMatch(/^\/blocks\/1/);
    expect((await agent.reply(deliveryId, [chart])).status).toBe(202);
  });
});

describe('§10 open drafts', () => {
  it('are twenty of an agent in a room at most; another is 409 and leaves nothing', async () => {
    const conversation = await openConversation(ada, agent);
    const ids = [];
    for (let index = 0; index < 21; index += 1) ids.push(await deliver(ada, conversation, `ask ${index}`));
    for (const [index, id] of ids.slice(0, 20).entries()) {
      expect((await agent.reply(id, `so far ${index}`, partial)).status).toBe(202);
    }
    const last = ids[20] as string;
    expectRefusal(await agent.reply(last, 'one more', partial), 409, 'too_many_drafts');
    const drafts = (await messagesOf(ada, conversation, '?limit=200')).filter((message) => message.partial);
    expect(drafts).toHaveLength(20);
    expect((await agent.reply(ids[3] as string, 'further', partial)).status).toBe(202);
    const elsewhere = await asked();
    expect((await agent.reply(elsewhere.deliveryId, 'elsewhere', partial)).status).toBe(202);
    expect((await agent.reply(ids[3] as string, 'done')).status).toBe(202);
    expect((await agent.reply(last, 'one more now', partial)).status).toBe(202);
  });

  it('are counted where many begin at once', async () => {
    const conversation = await openConversation(ada, agent);
    const ids = [];
    for (let index = 0; index < 25; index += 1) ids.push(await deliver(ada, conversation, `ask ${index}`));
    const answers = await Promise.all(ids.map((id) => agent.reply(id, 'so far', partial)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });
});
