import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId, type DeliveryId, type Envelope } from '@parley/protocol';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { text } from '../blocks.ts';
import { RefusedError } from '../errors.ts';
import { envelopeBase, messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform } from '../fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agents: Agent[];
const almanac = newId('agent', 1);
const conversation = messageCreated('x').conversation_id;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  agents = [];
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.stop(0)));
  await platform.stop();
});

async function start(set: (agent: Agent) => unknown, options: Partial<AgentOptions> = {}): Promise<void> {
  const agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0 }, ...options });
  agents.push(agent);
  set(agent);
  await agent.startRelay();
}

/** Confirms calls with an id of their own, and does `before` first. */
function confirmCalls(before: (callId: DeliveryId) => unknown = () => undefined): DeliveryId[] {
  const ids: DeliveryId[] = [];
  platform.script = ({ path, body }) => {
    const to = (body as { to_agent_id?: string } | null)?.to_agent_id;
    if (path !== '/hooks/v1/reply' || to === undefined) return undefined;
    const callId = newId('delivery', Date.now());
    before(callId);
    ids.push(callId);
    const agent_call = { delivery_id: callId };
    return { status: 202, body: { message_id: newId('message', 1), partial: false, agent_call } };
  };
  return ids;
}

const answerTo = (callId: DeliveryId, words: string, conversationId?: Envelope['conversation_id']) =>
  ({
    ...envelopeBase(conversationId),
    event: 'agent.call',
    agent_call: { from_agent_id: almanac, depth: 1, in_answer_to: callId, blocks: [text(words)] },
  }) as Envelope<'agent.call'>;
const callOf = (words: string, conversationId?: Envelope['conversation_id']) =>
  ({
    ...envelopeBase(conversationId),
    event: 'agent.call',
    agent_call: { from_agent_id: almanac, depth: 8, in_answer_to: null, blocks: [text(words)] },
  }) as Envelope<'agent.call'>;
const said = () => platform.bodies('/hooks/v1/reply').map(({ blocks }) => blocks?.[0]?.['text']);
const reports = () => platform.calls.map(({ path }) => path).filter((path) => path.endsWith('/failure'));
const until = async (isSo: () => boolean) => expect.poll(isSo, { timeout: 5000 }).toBe(true);

describe('§29 a call of another agent', () => {
  test('is waited for within the turn, though its answer comes to the same room', async () => {
    const ids = confirmCalls();
    await start((agent) =>
      agent.on('message.created', async (ctx) => ctx.reply(await ctx.call(almanac, `ask: ${ctx.text}`))),
    );
    platform.relay.deliver(messageCreated('beans?'));
    await until(() => ids.length === 1);
    platform.relay.deliver(messageCreated('and peas?'));
    platform.relay.deliver(answerTo(ids[0] as DeliveryId, 'In May.'));
    await until(() => ids.length === 2);
    expect(said()).toEqual(['ask: beans?', 'In May.', 'ask: and peas?']);
  });

  test('takes an answer that comes before the platform has confirmed it', async () => {
    confirmCalls((callId) => platform.relay.deliver(answerTo(callId, 'In May.', conversation)));
    await start((agent) => agent.on('message.created', async (ctx) => ctx.reply(await ctx.call(almanac, 'ask'))));
    platform.relay.deliver(messageCreated('beans?'));
    await until(() => said().length === 2);
    expect(said()).toEqual(['ask', 'In May.']);
  });

  test('takes the first answer; a second one, and one that comes too late, reach no handler', async () => {
    const ids = confirmCalls();
    const heard: string[] = [];
    await start((agent) => {
      agent.on('agent.call', (ctx) => void heard.push(ctx.deliveryId));
      agent.on('message.created', async (ctx) => {
        const late = await ctx.call(almanac, 'late', { timeoutMs: 20 }).then(
          () => 'answered',
          (error: Error) => error.name,
        );
        const answer = await ctx.call(almanac, 'ask');
        await ctx.reply([text(late), ...answer]);
      });
    });
    platform.relay.deliver(messageCreated('beans?'));
    await until(() => ids.length === 2);
    platform.relay.deliver(answerTo(ids[0] as DeliveryId, 'Too late.'));
    platform.relay.deliver(answerTo(ids[1] as DeliveryId, 'In May.'));
    platform.relay.deliver(answerTo(ids[1] as DeliveryId, 'No, in June.'));
    const stranger = answerTo(newId('delivery', 2), 'Of an earlier process.');
    platform.relay.deliver(stranger);
    await until(() => heard.length > 0 && said().length === 3);
    expect(said()).toEqual(['late', 'ask', 'TimeoutError']);
    expect(heard).toEqual([stranger.delivery_id]);
  });

  test('that is refused throws with its code', async () => {
    platform.script = ({ path, body }) =>
      path === '/hooks/v1/reply' && 'to_agent_id' in (body as object)
        ? { status: 409, body: { error: { code: 'agent_call_depth_exceeded', message: 'No.', request_id: 'r' } } }
        : undefined;
    await start((agent) =>
      agent.on('message.created', async (ctx) => {
        const error = await ctx.call(almanac, 'ask').catch((cause: unknown) => cause);
        await ctx.reply(error instanceof RefusedError ? error.code : 'none');
      }),
    );
    platform.relay.deliver(messageCreated('beans?'));
    await until(() => said().includes('agent_call_depth_exceeded'));
  });

  test('ends by a signal of its own, and leaves its place to other conversations', async () => {
    const ids = confirmCalls();
    const given = new AbortController();
    await start(
      (agent) =>
        agent
          .hears('ask', async (ctx) => {
            const why = await ctx.call(almanac, 'ask', { signal: given.signal }).then(
              () => 'answered',
              (cause: Error) => cause.message,
            );
            await ctx.reply(why);
          })
          .on('message.created', (ctx) => ctx.reply('Here.')),
      { concurrency: 1 },
    );
    platform.relay.deliver(messageCreated('ask'));
    await until(() => ids.length === 1);
    platform.relay.deliver(messageCreated('hello', newId('conversation', 2)));
    await until(() => said().includes('Here.'));
    given.abort(new Error('Enough.'));
    await until(() => said().includes('Enough.'));
  });
});

describe('§29 a circle of calls', () => {
  const refused = (code: string) => ({ status: 409, body: { error: { code, message: 'No.', request_id: 'r' } } });

  test('moves on: a call begins once the handler before it waits in a call, and not earlier', async () => {
    const ids = confirmCalls();
    let work: () => void = () => undefined;
    const worked = new Promise<void>((resolve) => (work = resolve));
    const heard: string[] = [];
    await start((agent) =>
      agent
        .on('agent.call', (ctx) => void heard.push(ctx.deliveryId))
        .on('message.created', async (ctx) => {
          heard.push(ctx.text);
          if (ctx.text === 'first') await worked;
          if (ctx.text === 'first') await ctx.call(almanac, 'ask');
        }),
    );
    const [call, other] = [callOf('And you?'), callOf('Here too?', newId('conversation', 2))];
    for (const one of [messageCreated('first'), messageCreated('second'), call, other]) platform.relay.deliver(one);
    await until(() => heard.includes(other.delivery_id));
    expect(heard).toEqual(['first', other.delivery_id]);
    work();
    await until(() => heard.length === 3 && ids.length === 1);
    expect(heard[2]).toBe(call.delivery_id);
    platform.relay.deliver(answerTo(ids[0] as DeliveryId, 'In May.'));
    await until(() => heard.at(-1) === 'second');
  });

  test('that ends at the depth is told in words, in the room and to the caller, and as a failure where that fails', async () => {
    const next = newId('agent', 3);
    let isDown = false;
    platform.script = ({ path, body }) => {
      if (path !== '/hooks/v1/reply') return undefined;
      const isCall = (body as { to_agent_id?: string }).to_agent_id === next;
      if (isCall) return refused('agent_call_depth_exceeded');
      return isDown ? refused('reply_limit_reached') : undefined;
    };
    const failed: string[] = [];
    await start((agent) =>
      agent
        .catch(({ cause }) => failed.push((cause as RefusedError).code))
        .on('agent.call', async (ctx) => void (await ctx.call(next, 'ask'))),
    );
    const call = callOf('And you?');
    platform.relay.deliver(call);
    await until(() => failed.length === 1);
    expect(platform.bodies('/hooks/v1/reply').at(-1)).toMatchObject({
      in_reply_to_delivery_id: call.delivery_id,
      to_agent_id: almanac,
      blocks: [text('Agents kept asking each other, so I stopped.')],
    });
    expect(reports()).toEqual([]);
    isDown = true;
    const late = callOf('And you?');
    platform.relay.deliver(late);
    await until(() => failed.length === 2);
    expect(reports()).toEqual([expect.stringContaining(late.delivery_id)]);
    expect(failed).toEqual(['agent_call_depth_exceeded', 'agent_call_depth_exceeded']);
  });

  test('is refused at once where the called agent waits for an answer itself', async () => {
    await start((agent) =>
      agent.on('agent.call', async (ctx) => {
        const error = await ctx.call(almanac, 'And you?').catch((cause: unknown) => cause);
        await ctx.reply(error instanceof RefusedError ? `${error.code} ${error.hint}` : 'none');
      }),
    );
    platform.relay.deliver(callOf('When?'));
    await until(() => said().length === 1);
    expect(said()[0]).toMatch(/^agent_call_circle Answer it with a reply/);
  });
});

test('§29 plans and receipts are calls of the context', async () => {
  platform.script = ({ path, method }) => {
    if (method === 'DELETE') return { status: 204 };
    const next_at = '2027-01-01T00:00:00.000Z';
    if (path === '/hooks/v1/schedules') return { status: 201, body: { schedule_id: newId('schedule', 1), next_at } };
    if (path.startsWith('/hooks/v1/approvals/')) return { status: 200, body: { receipt: { decision: 'approved' } } };
    return undefined;
  };
  await start((agent) =>
    agent.on('message.created', async (ctx) => {
      const { schedule_id, next_at } = await ctx.schedule({ at: new Date('2027-01-01T00:00:00Z'), text: 'Sow.' });
      const { decision } = await ctx.receipt(newId('approval', 1));
      await ctx.client.endSchedule(schedule_id);
      await ctx.reply(`${next_at} ${decision}`);
    }),
  );
  const message = messageCreated('plan');
  platform.relay.deliver(message);
  await until(() => said().length === 1);
  expect(said()).toEqual(['2027-01-01T00:00:00.000Z approved']);
  expect(platform.bodies('/hooks/v1/schedules')).toEqual([
    {
      version: '1',
      in_reply_to_delivery_id: message.delivery_id,
      at: '2027-01-01T00:00:00.000Z',
      text: 'Sow.',
    },
  ]);
});
