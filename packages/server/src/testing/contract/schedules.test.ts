import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { quiet } from './eventually.ts';
import type { Json } from './http.ts';
import { openInbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { expectRefusal } from './refused.ts';
import { useRestartableServer } from './restartable.ts';
import { openConversation } from './conversation.ts';
import { idOf, nobody, time } from './shapes.ts';

const server = useRestartableServer();
const minuteMs = 60_000;
let ada: Person;
let agent: Agent;
let conversation: string;

beforeAll(async () => {
  ada = await signUp(server);
  agent = await registerAgent(server, ada);
  conversation = await openConversation(ada, agent);
});

const path = (of = conversation) => `/v1/conversations/${of}/schedules`;
const plan = async (change: Json = {}, of = conversation): Promise<Json> => {
  const answer = await ada.post(path(of), { cron: '0 9 1 1 *', text: 'Good morning', ...change });
  if (answer.status !== 201) throw new Error(`Scheduling answered ${answer.status}: ${answer.text}`);
  return answer.body.item;
};
/** Returns a new agent with its own conversation and inbox. */
const listener = async () => {
  const own = await registerAgent(server, ada);
  return { own, requireMember: await openConversation(ada, own), inbox: await openInbox(own) };
};

describe('§7 planning', () => {
  it('answers with the schedule and its next time', async () => {
    const answer = await ada.post(path(), { cron: '0 9 1 1 *', timezone: 'Europe/Zurich', text: 'Happy new year' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      item: {
        scheduleId: expect.stringMatching(idOf('sch')),
        createdBy: { type: 'user', id: ada.userId },
        at: null,
        cron: '0 9 1 1 *',
        timezone: 'Europe/Zurich',
        text: 'Happy new year',
        nextAt: expect.stringMatching(time),
      },
    });
    expect(Date.parse(answer.body.item.nextAt)).toBeGreaterThan(server.clock.now());
  });

  it.each([
    ['UTC', '0 9 1 1 *', '01-01T09:00:00.000Z'],
    ['Asia/Kathmandu', '0 9 1 1 *', '01-01T03:15:00.000Z'],
    ['America/New_York', '0 9 1 1 *', '01-01T14:00:00.000Z'],
    ['America/New_York', '0 9 1 7 *', '07-01T13:00:00.000Z'],
    ['Europe/Zurich', '30 17 1 7 *', '07-01T15:30:00.000Z'],
  ])('goes by the clock of %s', async (timezone, cron, end) => {
    const { nextAt } = await plan({ timezone, cron });
    expect(nextAt.slice(5)).toBe(end);
    const ahead = Date.parse(nextAt) - server.clock.now();
    expect(ahead).toBeGreaterThan(0);
    expect(ahead).toBeLessThanOrEqual(367 * 24 * 60 * minuteMs);
  });

  it.each(['', 'daily', '* * * *', '* * * * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '* * * 13 *', '@hourly', 7])(
    'refuses the cron %j',
    async (cron) => {
      const answer = await ada.post(path(), { cron, text: 'never' });
      expectRefusal(answer, 400, 'malformed_request', '/cron');
    },
  );

  it.each([
    [{ timezone: 'Mars/Olympus' }, '/timezone'],
    [{ timezone: '' }, '/timezone'],
    [{ text: '' }, '/text'],
    [{ text: undefined }, '/text'],
    [{ once: true }, '/once'],
  ])('refuses %j', async (change, at) => {
    const answer = await ada.post(path(), { cron: '* * * * *', text: 'a', ...change });
    expectRefusal(answer, 400, 'malformed_request', at);
  });

  it('is for those in the room', async () => {
    const bob = await signUp(server);
    expectRefusal(await bob.get(path()), 404, 'conversation_not_found');
    expectRefusal(await bob.post(path(), { cron: '* * * * *', text: 'a' }), 404, 'conversation_not_found');
    const { scheduleId } = await plan();
    expectRefusal(await bob.del(`${path()}/${scheduleId}`), 404, 'conversation_not_found');
  });

  it('lists the schedules of a room', async () => {
    const own = await openConversation(ada, agent);
    expect((await ada.get(path(own))).body.items).toEqual([]);
    const [one, two] = [await plan({}, own), await plan({ text: 'Good night' }, own)];
    const { items } = (await ada.get(path(own))).body;
    expect(items).toHaveLength(2);
    expect(items).toEqual(expect.arrayContaining([one, two]));
  });

  it('deletes them', async () => {
    const own = await openConversation(ada, agent);
    const { scheduleId } = await plan({}, own);
    expect((await ada.del(`${path(own)}/${scheduleId}`)).status).toBe(204);
    expect((await ada.get(path(own))).body.items).toEqual([]);
    expect((await ada.del(`${path(own)}/${scheduleId}`)).status).toBe(404);
    expect((await ada.del(`${path(own)}/${nobody('sch')}`)).status).toBe(404);
  });
});

describe('§7 a firing', () => {
  it('is one tick.scheduled with the text, at its time', async () => {
    const { requireMember, inbox } = await listener();
    const { nextAt } = await plan({ cron: '* * * * *', text: 'Tick, please.' }, requireMember);
    await server.clock.advance(Date.parse(nextAt) - server.clock.now() + 100);
    const envelope = await inbox.awaitEnvelope('tick.scheduled');
    expect(envelope).toMatchObject({ conversation_id: requireMember, user: { id: ada.userId }, task_id: null });
    expect(envelope.messages.map((message: Json) => message.text).join()).toContain('Tick, please.');
    await quiet(server);
    expect(inbox.envelopes('tick.scheduled')).toHaveLength(1);
    const [planned] = (await ada.get(path(requireMember))).body.items;
    expect(Date.parse(planned.nextAt)).toBe(Date.parse(nextAt) + minuteMs);
    await ada.del(`${path(requireMember)}/${planned.scheduleId}`);
    inbox.close();
  });

  it('comes each time', async () => {
    const { requireMember, inbox } = await listener();
    const { scheduleId } = await plan({ cron: '* * * * *' }, requireMember);
    for (let count = 1; count <= 3; count += 1) {
      await server.clock.advance(minuteMs);
      await inbox.awaitEnvelope('tick.scheduled', () => inbox.envelopes('tick.scheduled').length >= count);
    }
    expect(inbox.envelopes('tick.scheduled')).toHaveLength(3);
    await ada.del(`${path(requireMember)}/${scheduleId}`);
    inbox.close();
  });

  it('never comes after the schedule is deleted', async () => {
    const { requireMember, inbox } = await listener();
    const { scheduleId } = await plan({ cron: '* * * * *' }, requireMember);
    await ada.del(`${path(requireMember)}/${scheduleId}`);
    await server.clock.advance(2 * minuteMs);
    await quiet(server);
    expect(inbox.envelopes()).toEqual([]);
    inbox.close();
  });

  it('may be replied to, but calls no other agent, as no human asked', async () => {
    const { own, requireMember, inbox } = await listener();
    const { scheduleId } = await plan({ cron: '* * * * *' }, requireMember);
    await server.clock.advance(minuteMs);
    const { delivery_id: deliveryId } = await inbox.awaitEnvelope('tick.scheduled');
    const called = await own.reply(deliveryId, 'help me', { to_agent_id: agent.agentId });
    expectRefusal(called, 409, 'agent_call_no_human_origin');
    expect((await own.reply(deliveryId, 'good morning')).status).toBe(202);
    await ada.del(`${path(requireMember)}/${scheduleId}`);
    inbox.close();
  });
});

describe('§7 firings that were missed while the server was down', () => {
  it('make one, not many', async () => {
    const { own, requireMember, inbox } = await listener();
    await plan({ cron: '* * * * *', text: 'Did you sleep?' }, requireMember);
    inbox.close();
    await server.downFor(60 * minuteMs);
    const after = await openInbox(own);
    await after.awaitEnvelope('tick.scheduled');
    await quiet(server);
    expect(after.envelopes('tick.scheduled')).toHaveLength(1);
    const [planned] = (await ada.get(path(requireMember))).body.items;
    expect(Date.parse(planned.nextAt)).toBeGreaterThan(server.clock.now());
    await server.clock.advance(minuteMs);
    await after.awaitEnvelope('tick.scheduled', () => after.envelopes('tick.scheduled').length === 2);
    after.close();
  });
});
