import { Agent, buttons, choices, form, text } from '@parley/agent-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from './time/fake-clock.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';
import './vitest.ts';

/** Run from its sources, the package makes its database first. */
const patience = { timeout: 180_000 };

let world: World;
afterEach(() => world.close(), 60_000);
const begin = async (options?: WorldOptions) => (world = await createWorld(options));

const echo = (agent: Agent) => agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

const careful = (agent: Agent) =>
  agent.hears(/^delete (.+)$/, async (ctx) => {
    const { approved, outcome } = await ctx.decide({
      kind: 'delete',
      action: `Delete ${ctx.match?.[1]}`,
      arguments: {},
    });
    await ctx.reply(approved ? 'It is gone.' : `It stays, as it was ${outcome}.`);
  });
const manifest = {
  handle: 'clerk',
  requested_scopes: [{ scope: 'decision.request', reason: 'To ask before it deletes.' }],
};

describe('people and an agent', patience, () => {
  test.each(['relay', 'webhook'] as const)('talk over the real platform, with an agent by %s', async (transport) => {
    await begin();
    const agent = await world.agent(echo, { transport });
    const ada = await world.person('ada', { displayName: 'Ada L.' });
    await ada.says('hello');
    const message = await ada.sees('You said: hello');
    expect(message).toShow({ type: 'text', text: 'You said: hello' });
    expect(message).not.toShow(/bye/);
    await expect(ada).not.toSee('You said: bye');
    await expect(agent).toHaveReceived('message.created', 1);
    expect(await world.person('ada')).toBe(ada);
  });

  test('each agent begins with an empty store, which a test reads and which outlives its program', async () => {
    await begin();
    const counting = (agent: Agent<{ turns: number }>) =>
      agent.on('message.created', async (ctx) => {
        const turns = ((await ctx.store.person.get('turns')) ?? 0) + 1;
        await ctx.store.person.set('turns', turns);
        await ctx.reply(`turn ${turns}`);
      });
    const one = await world.agent(counting);
    const two = await world.agent(null);
    const ada = await world.person('ada');
    await ada.says('hello', { to: one });
    await ada.sees('turn 1');
    await one.start((_, options) => counting(new Agent<{ turns: number }>(options)));
    expect(await one.storeOf<{ turns: number }>(ada).get('turns')).toBe(1);
    await ada.says('hello', { to: one });
    const { conversationId } = await ada.sees('turn 2');
    expect(await one.storeOf({ conversationId }).get('turns')).toBeUndefined();
    await two.start(counting);
    await ada.says('hello', { to: two });
    await ada.sees('turn 1');
    await one.stop();
    expect(await one.storeOf(ada).get('turns')).toBe(2);
    expect(() => two.storeOf(ada)).not.toThrow();
  });

  test('decide what it asks for: approved, denied, or left to expire', async () => {
    await begin({ clock: '2026-01-31T09:00:00Z' });
    await world.agent(careful, { manifest });
    const ada = await world.person('ada');
    await ada.grants('decision.request');
    await ada.says('delete Reports');
    expect((await ada.isAsked('Delete Reports')).createdAt).toMatch(/^2026-01-31T09:00:00/);
    await expect(ada.approves(/^delete/, { withinMs: 50 })).rejects.toThrow('says /^delete/');
    expect((await ada.approves(/“Delete \w+”$/)).state).toBe('approved');
    await ada.sees('It is gone.');
    await ada.says('delete Drafts');
    await ada.denies('Delete Drafts');
    await ada.sees('It stays, as it was denied.');
    await ada.says('delete Photos');
    await ada.isAsked('Delete Photos');
    await world.clock.advance('23h 59m');
    await ada.seesNo('It stays');
    expect((await ada.inbox()).approvals).toHaveLength(1);
    await world.clock.advance('1m');
    await ada.sees('It stays, as it was expired.');
    expect(await ada.approvals('expired')).toHaveLength(1);
  });

  test('press, answer forms, stop answers and give tasks', async () => {
    await begin();
    const drinks = buttons(['Tea', 'Coffee']);
    const order = form('order', [
      { name: 'size', label: 'Size', field_type: 'select', options: choices(['S', 'L']), required: true },
    ]);
    let stopped = false;
    await world.agent((agent) => {
      agent.onPress(drinks, (ctx, drink) => ctx.reply([text(`${drink}. How large?`), order]));
      agent.onForm(order, (ctx, { size }) => ctx.reply(`One ${size}.`));
      agent.hears('think', async (ctx) => {
        await ctx.partial('Let me see');
        await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
        stopped = true;
      });
      agent.on('task.assigned', (ctx) => ctx.updateTask('completed', { content: `Did: ${ctx.text}` }));
      agent.on('message.created', (ctx) => ctx.reply([text('Tea or coffee?'), drinks]));
    });
    const ada = await world.person('ada');
    await ada.says('hello');
    // Nothing is there yet: what is pressed and filled in is waited for.
    await ada.presses(/^tea$/i);
    await ada.submits({ size: 'L' });
    await ada.sees('One L.');
    await expect(ada.presses('Milk', { withinMs: 50 })).rejects.toThrow('there is: Tea, Coffee');
    await expect(ada.submits({ size: 'S' }, { withinMs: 50 })).rejects.toThrow('sees no open form');

    await ada.says('think');
    await world.until(async () => (await ada.messages()).some(({ partial }) => partial), 'a draft');
    await ada.stops();
    await world.clock.advance('5s');
    await world.until(() => stopped, 'the handler to stop');
    await ada.assigns('Water the plants');
    await ada.sees('Did: Water the plants');
  });

  test('in a room of several, with a line that is lost for a while', async () => {
    await begin();
    const agent = await world.agent(echo);
    const [ada, bea] = [await world.person('ada'), await world.person('bea')];
    await ada.opens(agent, bea);
    ada.goesOffline();
    await ada.says('one');
    await ada.says('two');
    await expect(ada.sees('You said: one')).rejects.toThrow('ada reads while offline');
    await bea.says('three');
    await bea.sees('You said: three');
    await bea.seesNo('one');
    await ada.comesBack();
    await ada.sees('You said: two');
    expect((await bea.messages()).map(({ body }) => body).filter(Boolean)).toEqual(['three', 'one', 'two']);
  });
});

describe('faults', patience, () => {
  beforeEach(() => begin({ clock: '2026-01-31T09:00:00Z' }), 180_000);

  test('deliveries that are lost are tried again by the schedule, within milliseconds', async () => {
    const agent = await world.agent(echo);
    const ada = await world.person('ada');
    agent.network.drop({ times: 4 });
    await ada.says('hello');
    await world.clock.advance('2h');
    await ada.seesNo('You said: hello');
    await world.clock.advance('13h 30m');
    await ada.sees('You said: hello');
    expect(await agent.deliveries()).toMatchObject([{ status: 'delivered', attemptCount: 5 }]);
  });

  test('of lost posts to a webhook the last is the end, and the owner can see why', async () => {
    const agent = await world.agent(echo, { transport: 'webhook' });
    const ada = await world.person('ada');
    agent.network.drop({ times: 5 });
    await ada.says('hello');
    await world.clock.advance('24h');
    expect(await agent.deliveries()).toMatchObject([{ status: 'failed', attemptCount: 5 }]);
    await expect(ada.sees('You said: hello', { withinMs: 50 })).rejects.toThrow(
      /waited in vain for "You said: hello"[^]*Ada: hello[^]*message.created to agent: failed after 5 attempts/,
    );
  });

  test.each(['relay', 'webhook'] as const)('by %s a delivery that comes twice is handled once', async (transport) => {
    const heard: string[] = [];
    const agent = await world.agent(
      (given) =>
        given.on('message.created', async (ctx) => {
          heard.push(ctx.text);
          await ctx.reply(`You said: ${ctx.text}`);
        }),
      { transport },
    );
    const ada = await world.person('ada');
    agent.network.duplicate();
    await ada.says('hello');
    await ada.sees('You said: hello');
    await world.settle();
    expect(heard).toEqual(['hello']);
  });

  test('a delivery that is slow comes when its time has passed', async () => {
    const agent = await world.agent(echo);
    const ada = await world.person('ada');
    agent.network.delay('5s');
    await ada.says('hello');
    await ada.seesNo('You said');
    await world.clock.advance('5s');
    await ada.sees('You said: hello');
  });

  test('calls that are refused are made again, and other faults are no faults of a platform', async () => {
    const agent = await world.agent(echo);
    const ada = await world.person('ada');
    agent.network.refuse({ times: 2 });
    await ada.says('hello');
    await ada.sees('You said: hello');
    expect(() => agent.network.refuse({ status: 403 })).toThrow('429 or 500 to 599');
  });

  test('a relay that is cut opens again, and a fault that has not happened can be forgotten', async () => {
    const agent = await world.agent(echo);
    const ada = await world.person('ada');
    agent.network.drop();
    agent.network.heal();
    agent.network.cut();
    await ada.says('hello');
    await ada.sees('You said: hello');
  });

  test('a server that was down comes back with all that it knew, and so does a relay', async () => {
    const agent = await world.agent(echo);
    const ada = await world.person('ada');
    await ada.says('one');
    await ada.sees('You said: one');
    await world.restart({ downFor: '1h' });
    await ada.says('two');
    await ada.sees('You said: two');
    await agent.stop();
    await ada.says('three');
    await world.clock.advance('1m');
    await ada.seesNo('You said: three');
    await agent.start(echo);
    await ada.sees('You said: three');
    await agent.pause();
    await ada.says('four');
    await ada.seesNo('You said: four');
    await agent.resume();
    await ada.says('five');
    await ada.sees('You said: five');
    await ada.seesNo('four');
  });
});

describe('a world', patience, () => {
  test('says what is missing, or meant by several things', async () => {
    await begin();
    const ada = await world.person('ada');
    await expect(ada.says('hello')).rejects.toThrow('There is no agent in this world yet');
    const one = await world.agent(echo);
    await world.agent(echo);
    await expect(ada.says('hello')).rejects.toThrow('There are several agents (agent, agent2)');
    await ada.says('hello', { to: one });
    await ada.sees('You said: hello');
    const asked = ada.call('getTask', { params: { taskId: 'tsk_none' } });
    await expect(asked).rejects.toMatchObject({ name: 'Refused', status: 404, code: 'task_not_found' });
  });

  test('says that it is closed, whatever it or its people are asked for', async () => {
    await begin();
    const ada = await world.person('ada');
    const agent = await world.agent(echo);
    const bea = await world.person('bea');
    await ada.says('hello');
    await ada.sees('You said: hello');
    await world.close();
    const closed = 'This world is closed: make a new one with createWorld().';
    // Ada is in a room already; Bea would look for the agent first.
    await expect(ada.says('x')).rejects.toThrow(closed);
    await expect(bea.says('x')).rejects.toThrow(closed);
    await expect(ada.sees('x')).rejects.toThrow(closed);
    await expect(agent.deliveries()).rejects.toThrow(closed);
    await expect(world.person('cleo')).rejects.toThrow(closed);
    await expect(world.agent(echo)).rejects.toThrow(closed);
    await expect(world.restart()).rejects.toThrow(closed);
    await world.close();
  });

  test('takes an agent that its own program makes, and registers one that runs elsewhere', async () => {
    await begin({ settings: { PARLEY_APPROVAL_TTL: '1h' } });
    const ada = await world.person('ada');
    const own = await world.agent((_, options) => echo(new Agent({ ...options, overlap: 'latest' })), {
      manifest: { handle: 'own', access: 'private' },
    });
    expect(own.owner).toBe(ada);
    const elsewhere = await world.agent(null, { manifest: { handle: 'elsewhere', name: 'Else' } });
    expect(elsewhere.env).toMatchObject({ PARLEY_BASE_URL: world.baseUrl, PARLEY_AGENT_HANDLE: 'elsewhere' });
    const { clock } = world;
    const agent = echo(Agent.fromEnv(elsewhere.env, { clock, log: () => undefined }));
    await agent.startRelay();
    await ada.says('hello', { to: elsewhere });
    await ada.sees('You said: hello');
    await ada.says('hello', { to: own });
    await ada.sees('You said: hello');
    const stopped = agent.stop(0);
    await clock.advance(1);
    await stopped;
  });

  test('lets sessions of people end as they do, and has them sign in again', async () => {
    await begin({ clock: new FakeClock('2026-01-31T09:00:00Z') });
    const ada = await world.person('ada');
    await world.agent(echo);
    await world.clock.advance('31d');
    await ada.says('hello');
    expect((await ada.sees('You said: hello')).createdAt).toMatch(/^2026-03-03T09:00/);
  });
});
