import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { openDesk, type Desk } from './desk.ts';
import { showForm } from './form.ts';
import { call, type Json } from './http.ts';
import { signUp } from './person.ts';
import { deliver, openConversation, say } from './conversation.ts';
import { useServer } from './server.ts';
import { idOf, time } from './shapes.ts';
import { giveTask } from './task.ts';

const server = useServer();
/** The member of an envelope that carries the payload of each event. */
const payloads: Record<string, string> = {
  'message.created': 'messages',
  'task.assigned': 'messages',
  'task.cancelled': 'messages',
  'approval.resolved': 'messages',
  'tick.scheduled': 'messages',
  'member.joined': 'messages',
  'tool.result': 'tool_result',
  'form.submitted': 'form_submission',
  'agent.call': 'agent_call',
};
const events = Object.keys(payloads);
let desk: Desk;
let validate: ValidateFunction;
const envelopes: Record<string, Json> = {};

beforeAll(async () => {
  const { text } = await call(`${server.baseUrl}/schemas/v1/delivery.schema.json`);
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  validate = ajv.compile(JSON.parse(text));
  desk = await openDesk(server, ['coin.charge']);
  await desk.person.patch('/v1/session', { locale: 'de-CH', timezone: 'Europe/Zurich' });
  await provokeAll();
  for (const event of events) envelopes[event] = await desk.inbox.awaitEnvelope(event);
});

/** Triggers each of the nine events once. */
async function provokeAll(): Promise<void> {
  const { person, agent, conversation } = desk;
  await say(person, conversation, 'hello');
  const { item } = await giveTask(person, conversation);
  await person.post(`/v1/tasks/${item.taskId}/cancel`);
  const { approvalId } = await desk.ask('coin.charge', { amount: 1, reason: 'tea' });
  await desk.resolve(approvalId, 'approved');
  const form = await showForm(agent, person, conversation);
  await form.submit(person, { size: 'large', count: 2 });
  const cyd = await signUp(server);
  await person.post(`/v1/conversations/${conversation}/members`, { userId: cyd.userId });
  const caller = await registerAgent(server, person);
  const deliveryId = await deliver(person, await openConversation(person, caller), 'ask the clerk');
  await caller.reply(deliveryId, 'over to you', { to_agent_id: agent.agentId });
  const planned = await person.post(`/v1/conversations/${conversation}/schedules`, { cron: '* * * * *', text: 'tick' });
  await server.clock.advance(60_000);
  await person.del(`/v1/conversations/${conversation}/schedules/${planned.body.item.scheduleId}`);
}

describe('§6 Delivery envelope: of every event', () => {
  it.each(events)('%s fits the published schema', (event) => {
    const fits = validate(envelopes[event]);
    expect(validate.errors ?? []).toEqual([]);
    expect(fits).toBe(true);
  });

  it.each(events)('%s has the members that all share', (event) => {
    expect(envelopes[event]).toMatchObject({
      version: '1',
      event,
      delivery_id: expect.stringMatching(idOf('dlv')),
      agent_id: desk.agent.agentId,
      conversation_id: desk.conversation,
      user: { id: desk.person.userId, locale: expect.any(String), timezone: expect.any(String) },
      created_at: expect.stringMatching(time),
    });
  });

  it.each(events)('%s carries its payload and no other', (event) => {
    const present = [...new Set(Object.values(payloads))].filter((name) => name in envelopes[event]);
    expect(present).toEqual([payloads[event]]);
  });

  it.each(events)('%s says whether it is about a task', (event) => {
    const taskId = envelopes[event].task_id;
    if (event.startsWith('task.')) expect(taskId).toMatch(idOf('tsk'));
    else expect(taskId).toBeNull();
  });

  it.each(events.filter((event) => payloads[event] === 'messages'))('%s has messages with authors', (event) => {
    const { messages } = envelopes[event];
    expect(messages.length).toBeGreaterThanOrEqual(1);
    for (const message of messages) {
      expect(['user', 'agent', 'platform']).toContain(message.author);
      expect(message).toMatchObject({ text: expect.any(String), created_at: expect.stringMatching(time) });
      expect(message.id).toMatch(idOf('msg'));
      expect(message).toHaveProperty('author_id');
    }
  });

  it('names the approval on approval.resolved alone', () => {
    const having = events.filter((event) => 'approval' in envelopes[event]);
    expect(having).toEqual(['approval.resolved']);
  });
});

describe('§6 the published schema of envelopes', () => {
  const message = () => structuredClone(envelopes['message.created']);

  it.each<[string, (envelope: Json) => void]>([
    ['an event that is none of the nine', (envelope) => (envelope.event = 'message.deleted')],
    ['another version', (envelope) => (envelope.version = '2')],
    ['no delivery_id', (envelope) => delete envelope.delivery_id],
    ['no task_id at all', (envelope) => delete envelope.task_id],
    ['an id of another shape', (envelope) => (envelope.conversation_id = 'room 7')],
    ['no messages', (envelope) => delete envelope.messages],
    ['an empty list of messages', (envelope) => (envelope.messages = [])],
  ])('refuses %s', (_what, change) => {
    const envelope = message();
    expect(validate(envelope)).toBe(true);
    change(envelope);
    expect(validate(envelope)).toBe(false);
  });

  it('refuses messages beside a tool_result', () => {
    const { messages } = message();
    expect(validate({ ...envelopes['tool.result'], messages })).toBe(false);
  });
});
