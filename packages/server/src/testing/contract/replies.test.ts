import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { refusalOf, type Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, deliveryOf, listed, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useServer();
const text = (words: string) => ({ type: 'text', text: words });
let ada: Person;
let agent: Agent;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada, { name: 'Echo' });
});

const asked = async () => {
  const conversation = await openConversation(ada, agent);
  return { conversation, deliveryId: await deliver(ada, conversation, 'ask') };
};

describe('§5 Reply request: a final reply', () => {
  it('is accepted with the id of its message', async () => {
    const { deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, 'answer');
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      message_id: expect.stringMatching(idOf('msg')),
      partial: false,
      agent_call: null,
    });
  });

  it('lands in the room as a message of the agent', async () => {
    const { conversation, deliveryId } = await asked();
    const { body } = await agent.reply(deliveryId, [text('one'), text('two')]);
    const [, message] = await messagesOf(ada, conversation);
    expect(message).toMatchObject({
      messageId: body.message_id,
      conversationId: conversation,
      seq: 2,
      author: { type: 'agent', id: agent.agentId, name: 'Echo' },
      body: null,
      blocks: [text('one'), text('two')],
      createdAt: expect.stringMatching(time),
      replyToDeliveryId: deliveryId,
      partial: false,
    });
  });

  it('may be said to be not partial', async () => {
    const { deliveryId } = await asked();
    expect((await agent.reply(deliveryId, 'answer', { partial: false })).body.partial).toBe(false);
  });

  it('makes no delivery to the agent that sent it', async () => {
    const own = await registerAgent(server, ada);
    const conversation = await openConversation(ada, own);
    await own.reply(await deliver(ada, conversation, 'ask'), 'answer');
    expect((await ada.get(`/v1/agents/${own.agentId}/deliveries`)).body.items).toHaveLength(1);
  });

  it('may follow another', async () => {
    const { conversation, deliveryId } = await asked();
    await agent.reply(deliveryId, 'one');
    await agent.reply(deliveryId, 'two');
    const stored = await messagesOf(ada, conversation);
    expect(stored.map((message: Json) => message.seq)).toEqual([1, 2, 3]);
    expect(stored[2].blocks).toEqual([text('two')]);
  });

  it('is one of at most twenty', async () => {
    const { conversation, deliveryId } = await asked();
    for (let index = 1; index <= 20; index += 1)
      expect((await agent.reply(deliveryId, `answer ${index}`)).status).toBe(202);
    const answer = await agent.reply(deliveryId, 'answer 21');
    expect(answer.status).toBe(409);
    expect(answer.body.error.code).toBe('reply_limit_reached');
    expect(await messagesOf(ada, conversation)).toHaveLength(21);
  });

  it('is one of at most twenty also where thirty arrive at once', async () => {
    const { conversation, deliveryId } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => agent.reply(deliveryId, `answer ${index}`)),
    );
    expect(answers.filter((answer) => answer.status === 202)).toHaveLength(20);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(10);
    expect(await messagesOf(ada, conversation)).toHaveLength(21);
  });

  it('has 1 to 50 blocks', async () => {
    const { deliveryId } = await asked();
    for (const count of [0, 51]) {
      const answer = await agent.reply(
        deliveryId,
        Array.from({ length: count }, () => text('x')),
      );
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: '/blocks' });
    }
    const blocks = Array.from({ length: 50 }, (_, index) => text(`${index}`));
    expect((await agent.reply(deliveryId, blocks)).status).toBe(202);
  });

  it.each(['version', 'in_reply_to_delivery_id', 'blocks'])('is refused without %s', async (field) => {
    const { deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, 'answer', { [field]: undefined });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: `/${field}` });
  });

  it('is refused where it names the room to speak in', async () => {
    const { conversation, deliveryId } = await asked();
    const other = await openConversation(ada, agent);
    for (const member of ['conversation_id', 'task_id', 'agent_id']) {
      const answer = await agent.reply(deliveryId, 'elsewhere', { [member]: other });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({ code: 'malformed_request', path: `/${member}` });
    }
    expect(await messagesOf(ada, other)).toHaveLength(0);
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
  });

  it('stores nothing where one block is invalid', async () => {
    const { conversation, deliveryId } = await asked();
    const answer = await agent.reply(deliveryId, [text('one'), { type: 'nonsense' }, text('three')]);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('block_invalid');
    expect(answer.body.error.path).toMatch(/^\/blocks\/1(\/|$)/);
    expect(await messagesOf(ada, conversation)).toHaveLength(1);
  });

  it('shows as one line of text in the list of rooms', async () => {
    const { conversation, deliveryId } = await asked();
    await agent.reply(deliveryId, [{ type: 'list', title: 'Shopping', items: ['milk', 'bread'] }]);
    expect((await listed(ada, conversation)).lastMessage.preview).toContain('Shopping');
  });

  it('is named in the delivery log', async () => {
    const { deliveryId } = await asked();
    const { body } = await agent.reply(deliveryId, 'answer');
    expect((await deliveryOf(agent, deliveryId)).replyMessageIds).toEqual([body.message_id]);
  });
});

describe('§5 the authority of a delivery', () => {
  it('answers alike for a delivery that is not there, another agent’s, or of a room that is gone', async () => {
    const stranger = await registerAgent(server, ada);
    const { deliveryId } = await asked();
    const gone = await asked();
    await ada.del(`/v1/conversations/${gone.conversation}`);
    const left = await asked();
    await ada.del(`/v1/conversations/${left.conversation}/members/${agent.agentId}`);
    const answers = [
      await agent.reply(nobody('dlv'), 'answer'),
      await stranger.reply(deliveryId, 'answer'),
      await agent.reply(gone.deliveryId, 'answer'),
      await agent.reply(left.deliveryId, 'answer'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
    expect(refusalOf(answers[0]!).code).toBe('delivery_not_found');
    for (const answer of answers) expect(refusalOf(answer)).toEqual(refusalOf(answers[0]!));
  });

  it('does not end with the delivery’s own failure', async () => {
    const { deliveryId } = await asked();
    await server.clock.advance(60_000);
    expect((await agent.reply(deliveryId, 'answer')).status).toBe(202);
  });
});
