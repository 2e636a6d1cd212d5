import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId, type Envelope } from '@parley/protocol';
import { Agent } from './agent.ts';
import type { AgentOptions } from './agent-options.ts';
import { intent, text } from './blocks.ts';
import { systemClock } from './clock.ts';
import type { Context } from './context.ts';
import { RefusedError } from './errors.ts';
import { envelopeBase, formSubmitted, messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform, refusal, type RecordedCall, type ScriptedAnswer } from './fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agents: Agent[];

beforeEach(async () => {
  platform = await new FakePlatform().start();
  agents = [];
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.stop(0)));
  await platform.stop();
});

function makeAgent(options: Partial<AgentOptions> = {}): Agent {
  const agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0 }, ...options });
  agents.push(agent);
  return agent;
}

const replies = () => platform.bodies('/hooks/v1/reply').map(({ blocks }) => blocks?.[0]?.['text']);
const failures = () => platform.calls.filter(({ path }) => path.endsWith('/failure'));
const aborted = (ctx: Context<'message.created' | 'agent.call'>) =>
  new Promise<string>((resolve) => {
    ctx.signal.addEventListener('abort', () => resolve((ctx.signal.reason as Error).message));
  });

function answerOfAnother(): Envelope<'agent.call'> {
  const [from_agent_id, in_answer_to] = [newId('agent', Date.now()), newId('delivery', Date.now())];
  const agent_call = { from_agent_id, depth: 1, in_answer_to, blocks: [{ type: 'text', text: 'In May.' }] };
  return { ...envelopeBase(), event: 'agent.call', agent_call };
}

describe('an answer that the person has stopped', () => {
  test('aborts the signal at the next call, and is no failure', async () => {
    platform.script = ({ path }) => (path === '/hooks/v1/reply' ? refusal(409, 'reply_stopped') : undefined);
    const heard: string[] = [];
    const caught: unknown[] = [];
    const agent = makeAgent().catch((error) => caught.push(error));
    agent.on('message.created', async (ctx) => {
      void aborted(ctx).then((why) => heard.push(why));
      await ctx.reply('too late');
    });
    await agent.startRelay();
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(heard).toEqual(['The person has stopped this answer.']));
    await agent.stop();
    expect(caught).toEqual([]);
    expect(failures()).toEqual([]);
  });

  test.each([
    ['a message', messageCreated('x')],
    ['the answer of an agent that was called meanwhile', answerOfAnother()],
  ])('aborts the signal of a handler of %s that calls nothing, which asks every 4 seconds', async (_, delivery) => {
    const slept: number[] = [];
    const sleep = (ms: number, signal?: AbortSignal) => {
      if (ms !== 4000) return systemClock.sleep(ms, signal);
      slept.push(ms);
      return wait(1);
    };
    platform.script = ({ method, path }) =>
      method === 'GET' && path.startsWith('/hooks/v1/deliveries/')
        ? { status: 200, body: { stopped: slept.length > 2 } }
        : undefined;
    const agent = makeAgent({ clock: { now: () => Date.now(), sleep } });
    const heard: string[] = [];
    agent.on(['message.created', 'agent.call'], async (ctx) => heard.push(await aborted(ctx)));
    await agent.startRelay();
    platform.relay.deliver(delivery);
    await vi.waitFor(() => expect(heard).toEqual(['The person has stopped this answer.']));
    expect(slept).toHaveLength(3);
  });
});

describe('a handler that takes too long', () => {
  test('is timed out, and reported where it throws for that', async () => {
    const agent = makeAgent({ timeoutMs: 20 }).catch(() => undefined);
    agent.on('message.created', (ctx) => wait(60_000, undefined, { signal: ctx.signal }));
    await agent.startRelay();
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(failures()).toHaveLength(1));
  });

  test('may have more time than its agent gives', async () => {
    const agent = makeAgent({ timeoutMs: 1 });
    agent.on('message.created', { timeoutMs: 60_000 }, async (ctx) => {
      await wait(30);
      await ctx.reply(ctx.signal.aborted ? 'aborted' : 'in time');
    });
    await agent.startRelay();
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(replies()).toEqual(['in time']));
  });
});

describe('with the overlap latest', () => {
  test('a newer message ends the one that runs and leaves out those that wait, and nothing more of them is sent', async () => {
    const agent = makeAgent({ overlap: 'latest' });
    const begun: string[] = [];
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    agent.on('message.created', async (ctx) => {
      begun.push(ctx.text);
      if (ctx.text === 'a') await held;
      await ctx.reply(ctx.text);
    });
    await agent.startRelay();
    for (const line of ['a', 'b', 'c']) platform.relay.deliver(messageCreated(line));
    await vi.waitFor(() => expect(platform.relay.acks).toHaveLength(3));
    release();
    await vi.waitFor(() => expect(replies()).toEqual(['c']));
    expect(begun).toEqual(['a', 'c']);
    await agent.stop();
    expect(failures()).toEqual([]);
  });

  test('a stream that is ended stays as it was shown', async () => {
    const agent = makeAgent();
    agent.on('message.created', { overlap: 'latest' }, (ctx) => {
      if (ctx.text !== 'a') return ctx.reply('second');
      return ctx.stream(
        (async function* () {
          yield 'first, as far as it';
          await new Promise(() => undefined);
        })(),
      );
    });
    await agent.startRelay();
    platform.relay.deliver(messageCreated('a'));
    await vi.waitFor(() => expect(replies()).toEqual(['first, as far as it']));
    platform.relay.deliver(messageCreated('b'));
    await vi.waitFor(() => expect(replies()).toEqual(['first, as far as it', 'first, as far as it', 'second']));
    expect(platform.bodies('/hooks/v1/reply').map(({ partial }) => partial ?? false)).toEqual([true, false, false]);
  });

  test.each([
    ['as it was shown', [text('half of it')], 'half of it'],
    ['with what it was about to do, where it shows nothing else', [intent('Looking it up')], 'Looking it up'],
  ])('the draft of one that is ended is closed %s, before the newer one begins', async (_, blocks, shown) => {
    const agent = makeAgent({ overlap: 'latest' });
    agent.on('message.created', async (ctx) => {
      if (ctx.text !== 'a') return ctx.reply('second');
      await ctx.partial(blocks);
      return aborted(ctx);
    });
    await agent.startRelay();
    const first = messageCreated('a');
    platform.relay.deliver(first);
    await vi.waitFor(() => expect(replies()).toEqual([shown]));
    platform.relay.deliver(messageCreated('b'));
    await vi.waitFor(() => expect(replies()).toHaveLength(3));
    const sent = platform
      .bodies('/hooks/v1/reply')
      .slice(1)
      .map(({ partial, in_reply_to_delivery_id: id, blocks: all }) => ({
        partial,
        isFirst: id === first.delivery_id,
        block: all?.[0],
      }));
    expect(sent).toMatchObject([
      { isFirst: true, block: { type: 'text', text: shown } },
      { isFirst: false, block: { text: 'second' } },
    ]);
    expect(sent[0]?.partial).toBeUndefined();
  });

  test('a handler that does not look at its signal keeps no newer message waiting, and says nothing more', async () => {
    const agent = makeAgent({ overlap: 'latest', concurrency: 1 });
    const caught: unknown[] = [];
    agent.catch((error) => caught.push(error));
    let release = () => undefined as void;
    const deaf = new Promise<void>((resolve) => (release = resolve));
    agent.on('message.created', async (ctx) => {
      if (ctx.text !== 'a') return ctx.reply(ctx.text);
      await ctx.partial('half of it');
      await deaf;
      return ctx.reply('all of it');
    });
    await agent.startRelay();
    platform.relay.deliver(messageCreated('a'));
    await vi.waitFor(() => expect(replies()).toEqual(['half of it']));
    platform.relay.deliver(messageCreated('b'));
    await vi.waitFor(() => expect(replies()).toEqual(['half of it', 'half of it', 'b']));
    const stopped = agent.stop(60_000);
    release();
    await stopped;
    expect(replies()).toEqual(['half of it', 'half of it', 'b']);
    expect([caught, failures()]).toEqual([[], []]);
  });

  /** Every reply that the platform took: of which message, its text, and whether it is a draft. */
  function recordReplies(answer: (call: RecordedCall) => ScriptedAnswer | undefined = () => undefined) {
    const taken: unknown[][] = [];
    platform.script = (call) => {
      const { path, body } = call;
      const scripted = answer(call);
      const [block] = body?.blocks ?? [];
      if (path === '/hooks/v1/reply' && !scripted) taken.push([block?.['text'], body?.partial ? 'draft' : 'reply']);
      return scripted;
    };
    return taken;
  }

  const failsWithDraft: [string, (ctx: Context<'message.created'>) => Promise<unknown>][] = [
    [
      'a handler throws',
      async (ctx) => {
        await ctx.partial('half of it');
        throw new Error('no luck');
      },
    ],
    [
      'its source throws',
      (ctx) =>
        ctx.stream(
          (async function* () {
            yield 'half of it';
            await wait(1);
            throw new Error('the model hung up');
          })(),
        ),
    ],
    [
      'a stream broke that the handler caught',
      (ctx) =>
        ctx
          .stream(
            (async function* () {
              yield 'half of it';
              await wait(1);
              throw new Error('the model hung up');
            })(),
          )
          .catch(() => undefined),
    ],
    [
      'the handler reports a failure',
      async (ctx) => {
        await ctx.partial('half of it');
        await ctx.client.reportFailure(ctx.deliveryId, 'no luck');
      },
    ],
    [
      'agents call each other in a circle',
      async (ctx) => {
        await ctx.partial('half of it');
        throw new RefusedError({ code: 'agent_call_depth_exceeded', status: 409, message: 'Too deep.' });
      },
    ],
    [
      'the handler answers by the client',
      async (ctx) => {
        await ctx.partial('half of it');
        await ctx.client.reply(ctx.deliveryId, 'all of it');
      },
    ],
  ];

  test.each(failsWithDraft)('a draft that the platform has closed is not sent again: %s', async (_, handle) => {
    const taken = recordReplies();
    const agent = makeAgent({ overlap: 'latest' }).catch(() => undefined);
    let ended = 0;
    agent.use(async (_ctx, next) => next().finally(() => ended++));
    agent.on('message.created', (ctx) => (ctx.text === 'a' ? handle(ctx) : ctx.reply('second')));
    await agent.startRelay();
    const first = messageCreated('a');
    platform.relay.deliver(first);
    const isClosed = () => failures().length > 0 || taken.some(([, kind]) => kind === 'reply');
    await vi.waitFor(() => expect([isClosed(), ended]).toEqual([true, 1]));
    platform.relay.deliver(messageCreated('b', first.conversation_id));
    await vi.waitFor(() => expect(taken).toContainEqual(['second', 'reply']));
    await agent.stop();
    expect(taken.filter(([text]) => text === 'half of it')).toEqual([['half of it', 'draft']]);
  });

  test('a newer message waits for a reply and a report under way, which may close the draft', async () => {
    const isUnderWay = new Set<string>();
    const taken = recordReplies(({ path, body }) => {
      const isReply = body?.blocks?.[0]?.['text'] === 'all of it';
      if (!isReply && !path.endsWith('/failure')) return undefined;
      if (isUnderWay.has(path)) return undefined;
      isUnderWay.add(path);
      platform.relay.deliver(messageCreated('b', isReply ? first.conversation_id : second.conversation_id));
      return refusal(503, 'unavailable');
    });
    const [first, second] = ['replies', 'fails'].map((line) =>
      messageCreated(line, newId('conversation', Date.now())),
    ) as [Envelope, Envelope];
    const agent = makeAgent({ overlap: 'latest', retry: { retries: 2, baseMs: 200 } }).catch(() => undefined);
    agent.on('message.created', async (ctx) => {
      if (ctx.text === 'b') return ctx.reply('newer');
      await ctx.partial('half of it');
      if (ctx.text === 'fails') throw new Error('no luck');
      return ctx.reply('all of it');
    });
    await agent.startRelay();
    platform.relay.deliver(first);
    platform.relay.deliver(second);
    await vi.waitFor(() => expect(taken.filter(([text]) => text === 'newer')).toHaveLength(2));
    await agent.stop();
    expect(taken.filter(([text]) => text === 'half of it').map(([, kind]) => kind)).toEqual(['draft', 'draft']);
    expect(taken).toContainEqual(['all of it', 'reply']);
  });

  test('a draft is closed where the platform could not be told of the failure', async () => {
    const taken = recordReplies(({ path }) =>
      path.endsWith('/failure') ? refusal(400, 'malformed_request') : undefined,
    );
    const agent = makeAgent({ overlap: 'latest' });
    let isCaught = false;
    agent.catch(() => (isCaught = true));
    agent.on('message.created', async (ctx) => {
      if (ctx.text !== 'a') return ctx.reply('second');
      await ctx.partial('half of it');
      throw new Error('no luck');
    });
    await agent.startRelay();
    const first = messageCreated('a');
    platform.relay.deliver(first);
    await vi.waitFor(() => expect(isCaught).toBe(true));
    platform.relay.deliver(messageCreated('b', first.conversation_id));
    await vi.waitFor(() => expect(taken).toContainEqual(['second', 'reply']));
    await vi.waitFor(() => expect(taken).toContainEqual(['half of it', 'reply']));
  });

  test('an answer to a form is not given up for another', async () => {
    const agent = makeAgent({ overlap: 'latest' });
    const names: unknown[] = [];
    agent.on('form.submitted', async (ctx) => {
      await wait(1);
      names.push(ctx.signal.aborted || ctx.envelope.form_submission.values['name']);
    });
    await agent.startRelay();
    platform.relay.deliver(formSubmitted({ name: 'Ada' }));
    platform.relay.deliver(formSubmitted({ name: 'Bob' }));
    await vi.waitFor(() => expect(names).toEqual(['Ada', 'Bob']));
  });
});

test('with the overlap parallel, messages of one conversation are handled side by side', async () => {
  const agent = makeAgent();
  let running = 0;
  agent.on('message.created', { overlap: 'parallel' }, async (ctx) => {
    running++;
    await vi.waitFor(() => expect(running).toBe(3));
    await ctx.reply('all three');
  });
  await agent.startRelay();
  for (const line of ['a', 'b', 'c']) platform.relay.deliver(messageCreated(line));
  await vi.waitFor(() => expect(replies()).toHaveLength(3));
});

test('the first handler that takes a message says how it overlaps, also in another composer', async () => {
  const agent = makeAgent({ overlap: 'latest' });
  const weather = makeAgent();
  const said: string[] = [];
  weather.hears('keep', { overlap: 'queue' }, async (ctx) => {
    await wait(5);
    said.push(ctx.signal.aborted ? 'lost' : 'kept');
  });
  agent.use(weather.middleware());
  await agent.startRelay();
  platform.relay.deliver(messageCreated('keep'));
  platform.relay.deliver(messageCreated('keep'));
  await vi.waitFor(() => expect(said).toEqual(['kept', 'kept']));
});
