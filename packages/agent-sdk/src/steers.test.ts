import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';
import { text } from './blocks.ts';
import { systemClock } from './clock.ts';
import type { Context } from './context.ts';
import { envelopeBase, messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform } from './fake-platform/fake-platform.ts';
import { SeenInMemory } from './seen-deliveries.ts';

let platform: FakePlatform;
let agents: Agent[];
let log: string[];

const ada = envelopeBase().user;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  [agents, log] = [[], []];
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.stop(0)));
  await platform.stop();
});

type Handler = (ctx: Context<'message.created'>) => unknown;

async function startAgent(handler: Handler, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = new Agent({
    ...platform.options,
    log: () => undefined,
    retry: { retries: 0 },
    overlap: 'steer',
    ...options,
  });
  agents.push(agent);
  agent.on('message.created', handler);
  await agent.startRelay();
  return agent;
}

function says(words: string, user = ada) {
  const envelope = { ...messageCreated(words), user };
  platform.relay.deliver(envelope);
  return envelope;
}

const replies = () =>
  platform
    .bodies('/hooks/v1/reply')
    .map(({ in_reply_to_delivery_id: to, blocks, partial }) => [to, blocks?.[0]?.['text'], partial ?? false]);
const failed = () =>
  platform.calls.filter(({ path }) => path.endsWith('/failure')).map(({ path }) => path.split('/')[4]);
const hasLogged = (...lines: string[]) => vi.waitFor(() => expect(log).toEqual(lines), { timeout: 5000 });

/** Takes every message that comes until one says `go`. */
async function untilGo(ctx: Context<'message.created'>): Promise<void> {
  log.push(`begins ${ctx.text}`);
  for await (const more of ctx.steers()) {
    log.push(`takes ${more.text}`);
    if (more.text === 'go') break;
  }
  log.push(`ends ${ctx.text}`);
}

describe('with the overlap steer', () => {
  test('newer messages reach the handler that runs, in order, and begin no turn of their own', async () => {
    await startAgent(untilGo);
    for (const words of ['one', 'two', 'go', 'three']) says(words);
    await hasLogged('begins one', 'takes two', 'takes go', 'ends one', 'begins three');
    says('go');
    await vi.waitFor(() => expect(log.slice(5)).toEqual(['takes go', 'ends three']));
  });

  test('a message that is not taken when the handler ends is handled afterwards, in order', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await startAgent(async (ctx) => {
      log.push(`begins ${ctx.text}`);
      if (ctx.text !== 'one') return;
      for await (const more of ctx.steers()) {
        log.push(`takes ${more.text}`);
        break;
      }
      await held;
    });
    for (const words of ['one', 'two', 'three', 'four']) says(words);
    await hasLogged('begins one', 'takes two');
    release();
    await hasLogged('begins one', 'takes two', 'begins three', 'begins four');
  });

  test('each is acknowledged when it is recorded, and finished after its turn, in the order in which they came', async () => {
    const seen = new (class extends SeenInMemory {
      override finish(deliveryId: string, outcome: 'handled' | 'failed'): void {
        log.push(`${outcome} ${words.get(deliveryId)}`);
        super.finish(deliveryId, outcome);
      }
    })();
    const words = new Map<string, string>();
    await startAgent(untilGo, { seen });
    for (const each of ['one', 'two']) words.set(says(each).delivery_id, each);
    await hasLogged('begins one', 'takes two');
    await vi.waitFor(() => expect(platform.relay.acks.map(({ status }) => status)).toEqual(['accepted', 'accepted']));
    words.set(says('go').delivery_id, 'go');
    const turn = ['begins one', 'takes two', 'takes go', 'ends one'];
    await hasLogged(...turn, 'handled one', 'handled two', 'handled go');
  });

  test('a taken message that comes again is not handled again', async () => {
    await startAgent(untilGo);
    says('one');
    const two = says('two');
    await hasLogged('begins one', 'takes two');
    platform.relay.deliver(two);
    await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(3));
    says('go');
    await hasLogged('begins one', 'takes two', 'takes go', 'ends one');
  });

  test('what a crash left unfinished is taken or handled at the next start', async () => {
    const left = ['one', 'two', 'go'].map((words) => ({ ...messageCreated(words), user: ada }));
    const bodies = left.map((envelope) => new TextEncoder().encode(JSON.stringify(envelope)));
    const seen = { accept: () => true, finish: () => undefined, unfinished: () => bodies };
    await startAgent(untilGo, { seen });
    await hasLogged('begins one', 'takes two', 'takes go', 'ends one');
  });

  test('messages of another person, of another room, and of a handler that queues are not taken', async () => {
    const agent = new Agent({ ...platform.options, log: () => undefined, overlap: 'steer' });
    agents.push(agent);
    agent.hears('help', { overlap: 'queue' }, () => log.push('help'));
    agent.on('message.created', untilGo);
    await agent.startRelay();
    says('one');
    says('I am Bea', { ...ada, id: envelopeBase().user.id.replace(/.$/, '0') as typeof ada.id });
    says('help');
    says('go');
    await hasLogged('begins one', 'takes go', 'ends one', 'begins I am Bea');
  });

  test('answers go to the message whose context sends them, and state is shared', async () => {
    const agent = new Agent({ ...platform.options, log: () => undefined, overlap: 'steer' });
    agents.push(agent);
    agent.use(async (ctx, next) => {
      ctx.state['name'] = 'Ada';
      await next();
    });
    agent.on('message.created', async (ctx) => {
      for await (const more of ctx.steers()) {
        await more.reply(`noted, ${String(more.state['name'])}`);
        break;
      }
      await ctx.reply('done');
    });
    await agent.startRelay();
    const [one, two] = [says('one'), says('two')];
    await vi.waitFor(() =>
      expect(replies()).toEqual([
        [two.delivery_id, 'noted, Ada', false],
        [one.delivery_id, 'done', false],
      ]),
    );
  });
});

describe('the iteration ends', () => {
  test('when what it waits for is done, and then takes nothing more', async () => {
    let finish = () => undefined as void;
    await startAgent(async (ctx) => {
      log.push(`begins ${ctx.text}`);
      if (ctx.text !== 'one') return;
      const until = new Promise<void>((resolve) => (finish = resolve));
      for await (const more of ctx.steers({ until })) log.push(`takes ${more.text}`);
      log.push('done');
      await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(3));
    });
    says('one');
    says('two');
    await hasLogged('begins one', 'takes two');
    finish();
    await hasLogged('begins one', 'takes two', 'done');
    says('three');
    await hasLogged('begins one', 'takes two', 'done', 'begins three');
  });

  test('after those that are there, where it does not wait', async () => {
    await startAgent(async (ctx) => {
      await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(2));
      for await (const more of ctx.steers({ wait: false })) log.push(`takes ${more.text}`);
      log.push('goes on');
    });
    says('one');
    says('two');
    await hasLogged('takes two', 'goes on');
  });

  test('with the handler, though the loop was left running', async () => {
    await startAgent((ctx) => {
      void (async () => {
        for await (const more of ctx.steers()) log.push(`takes ${more.text}`);
        log.push(`loop of ${ctx.text} ends`);
      })();
    });
    says('one');
    await hasLogged('loop of one ends');
    says('two');
    await hasLogged('loop of one ends', 'loop of two ends');
  });

  test('when the handler times out, and a message that waits is handled afterwards', async () => {
    await startAgent(
      async (ctx) => {
        log.push(`begins ${ctx.text}`);
        for await (const more of ctx.steers()) log.push(`takes ${more.text}`);
        log.push((ctx.signal.reason as Error).name);
      },
      { timeoutMs: 100 },
    );
    says('one');
    await hasLogged('begins one', 'TimeoutError');
    says('two');
    await hasLogged('begins one', 'TimeoutError', 'begins two', 'TimeoutError');
  });

  test('when the agent stops without waiting any longer', async () => {
    const agent = await startAgent(async (ctx) => {
      for await (const more of ctx.steers()) log.push(`takes ${more.text}`);
      log.push((ctx.signal.reason as Error).message);
    });
    says('one');
    says('two');
    await hasLogged('takes two');
    await agent.stop(0);
    await hasLogged('takes two', 'The agent has stopped.');
  });
});

test('a handler that fails counts as failed for what it took, and all of it can be sent again', async () => {
  let runs = 0;
  const agent = await startAgent(async (ctx) => {
    if (++runs > 1) return log.push(`again ${ctx.text}`);
    for await (const more of ctx.steers()) {
      log.push(`takes ${more.text}`);
      break;
    }
    throw new Error('no luck');
  });
  agent.catch(({ ctx }) => log.push(`failed ${ctx.text}`));
  const [one, two] = [says('one'), says('two')];
  await hasLogged('takes two', 'failed one');
  expect(failed()).toEqual([one.delivery_id, two.delivery_id]);
  await wait(20);
  for (const envelope of [one, two]) platform.relay.deliver(envelope);
  await hasLogged('takes two', 'failed one', 'again one', 'again two');
});

test('what a handler that fails did not take is handled afterwards', async () => {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const agent = await startAgent(async (ctx) => {
    log.push(`begins ${ctx.text}`);
    if (ctx.text !== 'one') return;
    await held;
    for await (const more of ctx.steers()) throw new Error(more.text);
  });
  agent.catch(({ ctx, cause }) => log.push(`failed ${ctx.text}: ${(cause as Error).message}`));
  for (const words of ['one', 'two', 'three']) says(words);
  await hasLogged('begins one');
  await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(3));
  release();
  await hasLogged('begins one', 'failed one: two', 'begins three');
});

test('a Stop of a taken message ends the turn, closes its draft as it stands, and lets nothing more out', async () => {
  let stopped = '';
  platform.script = ({ method, path }) =>
    method === 'GET' && stopped !== '' && path.endsWith(stopped) ? { status: 200, body: { stopped: true } } : undefined;
  const sleep = (ms: number, signal?: AbortSignal) => (ms === 4000 ? wait(5) : systemClock.sleep(ms, signal));
  const clock = {
    now: () => Date.now(),
    sleep: async (ms: number, signal?: AbortSignal) => void (await sleep(ms, signal)),
  };
  await startAgent(
    async (ctx) => {
      await ctx.partial(text('half of it'));
      for await (const more of ctx.steers()) log.push(`takes ${more.text}`);
      log.push((ctx.signal.reason as Error).message);
      await ctx.reply('all of it');
    },
    { clock },
  );
  const [one, two] = [says('one'), says('two')];
  await hasLogged('takes two');
  stopped = two.delivery_id;
  await hasLogged('takes two', 'The person has stopped this answer.');
  const draft = [one.delivery_id, 'half of it'];
  await vi.waitFor(() =>
    expect(replies()).toEqual([
      [...draft, true],
      [...draft, false],
    ]),
  );
  await wait(20);
  expect([replies().length, failed()]).toEqual([2, []]);
});

test('a handler with another overlap is told that it takes none', async () => {
  await startAgent(
    (ctx) => {
      expect(() => ctx.steers()).toThrow(/overlap: 'steer'/);
      log.push('told');
    },
    { overlap: 'queue' },
  );
  says('one');
  await hasLogged('told');
});
