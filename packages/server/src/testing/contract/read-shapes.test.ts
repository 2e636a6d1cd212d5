import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import type { Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { deliver, listed, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';

const server = useServer();
const thinking = { type: 'thinking', thinking: 'a most private thought', signature: 'sig-of-thought' };
const toolUse = {
  type: 'tool_use',
  id: 'call-1',
  name: 'lookup',
  input: { query: 'a most private query' },
  caller: { step: 'a most private step' },
};
const toolResult = { type: 'tool_result', tool_use_id: 'call-1', content: 'a most private answer', is_error: false };
const text = { type: 'text', text: 'It is seven.' };
const reported = { provenance: 'reported' };
let owner: Person;
let ada: Person;
let agent: Agent;
let conversation: string;
let messageId: string;

beforeAll(async () => {
  [owner, ada] = [await signUp(server), await signUp(server)];
  agent = await registerAgent(server, owner, { access: 'public' });
  conversation = await openConversation(owner, agent, [ada]);
  const { body } = await agent.reply(await deliver(ada, conversation, 'ask'), [thinking, toolUse, toolResult, text]);
  messageId = body.message_id;
});

const alone = async (person: Person, id = messageId): Promise<Json> =>
  (await person.get(`/v1/conversations/${conversation}/messages/${id}`)).body.item;
/** Returns the blocks from the list, and from the message alone. */
const bothWays = async (person: Person): Promise<Json[][]> => {
  const inList = (await messagesOf(person, conversation, '?limit=200')).find(
    (message) => message.messageId === messageId,
  );
  return [inList.blocks, (await alone(person)).blocks];
};
const ofType = (blocks: Json[], type: string): Json => blocks.find((block) => block.type === type);

describe('§5 what the owner of an agent reads', () => {
  it('is every block whole, said to be reported', async () => {
    for (const blocks of await bothWays(owner))
      expect(blocks).toEqual([
        { ...thinking, ...reported },
        { ...toolUse, ...reported },
        { ...toolResult, ...reported },
        text,
      ]);
  });
});

describe('§5 what anybody else in the room reads', () => {
  it('has no thinking', async () => {
    for (const blocks of await bothWays(ada)) expect(ofType(blocks, 'thinking')).toBeUndefined();
  });

  it('tells that a tool was used, but not with what', async () => {
    for (const blocks of await bothWays(ada))
      expect(ofType(blocks, 'tool_use')).toEqual({ type: 'tool_use', id: 'call-1', name: 'lookup', ...reported });
  });

  it('tells that there was a result, but not which', async () => {
    for (const blocks of await bothWays(ada)) {
      const { is_error, ...rest } = ofType(blocks, 'tool_result');
      expect(rest).toEqual({ type: 'tool_result', tool_use_id: 'call-1', ...reported });
      expect(is_error ?? false).toBe(false);
    }
  });

  it('has all other blocks', async () => {
    for (const blocks of await bothWays(ada)) expect(ofType(blocks, 'text')).toEqual(text);
  });

  it('leaks nothing in any list, preview or notification', async () => {
    const answers = await Promise.all([
      ada.get('/v1/conversations'),
      ada.get(`/v1/conversations/${conversation}`),
      ada.get(`/v1/conversations/${conversation}/messages`),
      ada.get('/v1/notifications'),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.text).not.toMatch(/most private|sig-of-thought/);
    }
  });

  it('is the person’s own words, even where that person asked', async () => {
    const { body } = await agent.reply(await deliver(ada, conversation, 'think aloud'), [thinking]);
    const message = await alone(ada, body.message_id);
    expect(JSON.stringify(message)).not.toContain('most private');
    expect((await listed(ada, conversation)).lastMessage.preview).not.toContain('most private');
  });

  it('has no thinking in a draft either', async () => {
    const deliveryId = await deliver(ada, conversation, 'think aloud, slowly');
    await agent.reply(deliveryId, [thinking, toolUse], { partial: true });
    const draft = (await messagesOf(ada, conversation)).at(-1);
    expect(draft.partial).toBe(true);
    expect(JSON.stringify(draft)).not.toMatch(/most private|sig-of-thought/);
    const whole = (await messagesOf(owner, conversation)).at(-1);
    expect(whole.blocks[0]).toEqual({ ...thinking, ...reported });
    await agent.reply(deliveryId, 'done');
  });
});

describe('§5 what owning another agent shows', () => {
  it('is nothing more', async () => {
    await registerAgent(server, ada);
    for (const blocks of await bothWays(ada)) expect(JSON.stringify(blocks)).not.toContain('most private');
  });
});
