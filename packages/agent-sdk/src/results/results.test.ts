import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Envelope } from '@parley/protocol';
import { newId } from '@parley/protocol';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import { envelopeBase, messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform } from '../fake-platform/fake-platform.ts';
import { ResultsInMemory, type PendingResult } from './result-store.ts';
import { ResultsInFile } from './results-in-file.ts';
import { ResultsInSql } from './results-in-sql.ts';
import { SeenInMemory } from '../seen-deliveries.ts';
import { SeenInSql } from '../seen-in-sql.ts';

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

async function makeAgent(set: (agent: Agent) => unknown, options: Partial<AgentOptions> = {}): Promise<Agent> {
  const agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0 }, ...options });
  agents.push(agent);
  set(agent);
  await agent.startRelay();
  return agent;
}

type Result = Partial<Envelope<'tool.result'>['tool_result']>;

/** What the platform delivers once somebody has decided. */
function decided(invocationId: string, result: Result = {}): Envelope<'tool.result'> {
  return {
    ...envelopeBase(),
    event: 'tool.result',
    tool_result: {
      invocation_id: invocationId as Envelope<'tool.result'>['tool_result']['invocation_id'],
      tool: 'decision.request',
      requested_scope: 'decision.request',
      outcome: 'succeeded',
      content: { approved: true, arguments: { paths: ['a', 'b'] } },
      is_error: false,
      ...result,
    },
  };
}

/** Answers invocations with a pending approval, and keeps their ids. */
function pendInvocations(): string[] {
  const ids: string[] = [];
  platform.script = ({ path }) => {
    if (path !== '/hooks/v1/tools/invoke') return undefined;
    const invocation_id = newId('invocation', Date.now());
    ids.push(invocation_id);
    return { status: 202, body: { outcome: 'pending_approval', invocation_id, approval_id: newId('approval', 1) } };
  };
  return ids;
}

const invocations = () => platform.bodies('/hooks/v1/tools/invoke');
const said = () => platform.bodies('/hooks/v1/reply').map(({ blocks }) => blocks?.[0]?.['text']);

const ask = (agent: Agent) =>
  agent.on('message.created', async (ctx) => {
    const request = { kind: 'delete', action: 'Delete 2 files', arguments: { paths: ['a', 'b'] }, data: { by: 'ada' } };
    const { approved, arguments: bound, outcome } = await ctx.decide(request);
    await ctx.reply(approved ? `deleting ${bound.paths.join()}` : outcome);
  });

test('a result whose call could not be remembered goes to the handlers of results', async () => {
  const ids = pendInvocations();
  const results = new (class extends ResultsInMemory {
    override put(): never {
      throw new Error('The disk is full.');
    }
  })();
  const came: string[] = [];
  const set = (agent: Agent) => {
    ask(agent);
    agent.catch(({ cause }) => came.push((cause as Error).message));
    agent.on('tool.result', (ctx) => came.push(ctx.envelope.tool_result.invocation_id));
  };
  await makeAgent(set, { results });
  platform.relay.deliver(messageCreated('x'));
  await vi.waitFor(() => expect(came).toEqual(['The disk is full.']));
  platform.relay.deliver(decided(ids[0] ?? ''));
  await vi.waitFor(() => expect(came).toEqual(['The disk is full.', ids[0]]));
});

describe('a decision', () => {
  test('is waited for, and gives the arguments as the person saw them', async () => {
    const ids = pendInvocations();
    await makeAgent(ask);
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    platform.relay.deliver(decided(ids[0] ?? ''));
    await vi.waitFor(() => expect(said()).toEqual(['deleting a,b']));
    expect(invocations()[0]).toMatchObject({
      tool: 'decision.request',
      requested_scope: 'decision.request',
      arguments: { action: 'Delete 2 files', arguments: { paths: ['a', 'b'] } },
    });
  });

  test.each(['denied', 'expired'] as const)('that was %s says so', async (outcome) => {
    const ids = pendInvocations();
    await makeAgent(ask);
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    platform.relay.deliver(decided(ids[0] ?? '', { outcome, content: { code: 'x' }, is_error: true }));
    await vi.waitFor(() => expect(said()).toEqual([outcome]));
  });

  test('has options, editable arguments and a time, and says what was chosen, changed and said', async () => {
    const ids = pendInvocations();
    const made: unknown[] = [];
    const options = [
      { id: 'inside', label: 'Inside' },
      { id: 'garden', label: 'In the garden', detail: 'If it is dry.' },
    ] as const;
    await makeAgent((agent) =>
      agent.on('message.created', async (ctx) => {
        const bound = { guests: 4 };
        const request = { action: 'Book a table', arguments: bound, options, editable: ['/guests'] };
        made.push(await ctx.decide({ ...request, expiresInMinutes: 60, details: [{ label: 'Day', value: 'Friday' }] }));
      }),
    );
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    expect(invocations()[0]).toMatchObject({
      arguments: {
        action: 'Book a table',
        details: [{ label: 'Day', value: 'Friday' }],
        arguments: { guests: 4 },
        options,
        editable: ['/guests'],
        expires_in_minutes: 60,
      },
    });
    const said = { option: 'garden', changed: ['/guests'], reason: 'Bea comes too.' };
    const content = { approved: true, arguments: { guests: 5 }, ...said };
    platform.relay.deliver(decided(ids[0] ?? '', { content }));
    await vi.waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]).toEqual({ ...content, outcome: 'succeeded', invocationId: ids[0] });
  });

  test('that says nothing more has no option, no changes and no reason', async () => {
    const ids = pendInvocations();
    const made: unknown[] = [];
    await makeAgent((agent) =>
      agent.on('message.created', async (ctx) => made.push(await ctx.decide({ action: 'Delete 2 files' }))),
    );
    for (const [round, result] of [{}, { outcome: 'expired', content: { code: 'approval_expired' } }].entries()) {
      platform.relay.deliver(messageCreated('x'));
      await vi.waitFor(() => expect(ids).toHaveLength(round + 1));
      platform.relay.deliver(decided(ids[round] ?? '', result as Result));
      await vi.waitFor(() => expect(made).toHaveLength(round + 1));
    }
    expect(made).toMatchObject([
      { approved: true, option: null, changed: [], reason: null },
      { approved: false, option: null, changed: [], reason: null, outcome: 'expired' },
    ]);
    expect(Object.keys((invocations()[0] as unknown as { arguments: object }).arguments)).toEqual(['action']);
  });

  test('and any other tool that was denied says why', async () => {
    const ids = pendInvocations();
    const reasons: unknown[] = [];
    await makeAgent((agent) =>
      agent.on('message.created', async (ctx) => {
        reasons.push((await ctx.decide({ action: 'Buy it' })).reason);
        reasons.push((await ctx.invoke('coin.charge', { amount: 3, reason: 'Tea' })).reason);
      }),
    );
    platform.relay.deliver(messageCreated('x'));
    const content = { code: 'denied_by_person', reason: 'Too dear.' };
    for (const [round, tool] of ['decision.request', 'coin.charge'].entries()) {
      await vi.waitFor(() => expect(ids).toHaveLength(round + 1));
      platform.relay.deliver(decided(ids[round] ?? '', { tool, outcome: 'denied', content }));
    }
    await vi.waitFor(() => expect(reasons).toEqual(['Too dear.', 'Too dear.']));
  });

  test('may come before the answer to the call that asked for it', async () => {
    const id = newId('invocation', Date.now());
    platform.script = ({ path }) => {
      if (path !== '/hooks/v1/tools/invoke') return undefined;
      platform.relay.deliver(decided(id));
      return { status: 200, body: { outcome: 'allow', invocation_id: id } };
    };
    await makeAgent(ask);
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(said()).toEqual(['deleting a,b']));
  });

  test('does not hold up other conversations, however few may run at once', async () => {
    const ids = pendInvocations();
    await makeAgent((agent) => ask(agent.hears('hello', (ctx) => ctx.reply('hello'))), { concurrency: 1 });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    platform.relay.deliver(messageCreated('hello', newId('conversation', Date.now())));
    await vi.waitFor(() => expect(said()).toEqual(['hello']));
    platform.relay.deliver(decided(ids[0] ?? ''));
    await vi.waitFor(() => expect(said()).toEqual(['hello', 'deleting a,b']));
  });
});

describe('a result that nobody waits for any longer', () => {
  test('goes on after a restart with agent.onResult, with what was left for it', async () => {
    const ids = pendInvocations();
    const path = join(await mkdtemp(join(tmpdir(), 'parley-results-')), 'results.json');
    const first = await makeAgent(ask, { results: new ResultsInFile(path) });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain(ids[0]));
    await first.stop(0);
    await makeAgent(
      (agent) =>
        agent.onResult<{ by: string }>('delete', (ctx, { approved, arguments: bound, data }) =>
          ctx.reply(`${approved} ${JSON.stringify(bound)} ${data.by}`),
        ),
      { results: new ResultsInFile(path) },
    );
    platform.relay.deliver(decided(ids[0] ?? ''));
    await vi.waitFor(() => expect(said()).toEqual(['true {"paths":["a","b"]} ada']));
    await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toBe('[]'));
  });

  test('is no failure of the handler that waited for it when the agent stopped, and that one is not run again', async () => {
    const ids = pendInvocations();
    const caught: unknown[] = [];
    const seen = new SeenInMemory();
    const envelope = messageCreated('x');
    const agent = await makeAgent((one) => ask(one).catch((error) => caught.push(error)), { seen });
    platform.relay.deliver(envelope);
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    await agent.stop(0);
    await vi.waitFor(() => expect(seen.accept(envelope.delivery_id)).toBe(false));
    expect(caught).toEqual([]);
    expect(platform.calls.filter(({ path }) => path.endsWith('/failure'))).toEqual([]);
  });

  test('without a kind is a failure when the agent stops, since nothing goes on with it', async () => {
    const ids = pendInvocations();
    const agent = await makeAgent((one) => {
      one.catch(() => undefined).on('message.created', async (ctx) => void (await ctx.decide({ action: 'Delete' })));
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    await agent.stop(0);
    await vi.waitFor(() => expect(platform.calls.filter(({ path }) => path.endsWith('/failure'))).toHaveLength(1));
  });

  test('goes to agent.onResult and not to a promise that nobody awaits', async () => {
    const ids = pendInvocations();
    await makeAgent((agent) => {
      agent.on('message.created', (ctx) => void ctx.decide({ kind: 'delete', action: 'Delete' }));
      agent.onResult('delete', (ctx, { outcome }) => ctx.reply(outcome));
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(ids).toHaveLength(1));
    platform.relay.deliver(decided(ids[0] ?? '', { outcome: 'denied' }));
    await vi.waitFor(() => expect(said()).toEqual(['denied']));
  });

  test('goes to the handlers of tool.result where it has no kind', async () => {
    await makeAgent((agent) => agent.on('tool.result', (ctx) => ctx.reply(JSON.stringify(ctx.result))));
    platform.relay.deliver(decided(newId('invocation', 1)));
    await vi.waitFor(() => expect(said()).toEqual(['null']));
  });
});

describe('the tools', () => {
  const item = (name: string, policy = 'allow') => ({
    name,
    scope: 'weather.read',
    description: `Does ${name}.`,
    input_schema: { type: 'object' },
    policy,
    standing: name === 'weather.today',
  });
  beforeEach(() => {
    platform.script = ({ method, path }) => {
      if (path === '/hooks/v1/tools') {
        const other = { ...item('mail.send'), scope: 'mail.send' };
        return { status: 200, body: { items: [item('weather.today'), item('weather.past', 'deny'), other] } };
      }
      const isState = method === 'GET' && path.startsWith('/hooks/v1/deliveries/');
      return isState ? { status: 200, body: { granted_scopes: ['weather.read'], stopped: false } } : undefined;
    };
  });

  test('say whether a person may let equal calls run without a question, which no model is sent', async () => {
    const seen: unknown[] = [];
    await makeAgent((agent) =>
      agent.on('message.created', async (ctx) => {
        const tools = await ctx.tools({ ungranted: true });
        seen.push(
          tools.map(({ standing }) => standing),
          JSON.stringify(tools[0]),
        );
      }),
    );
    platform.relay.deliver(messageCreated('x'));
    const shown = { name: 'weather_today', description: 'Does weather.today.', input_schema: { type: 'object' } };
    await vi.waitFor(() => expect(seen).toEqual([[true, false], JSON.stringify(shown)]));
  });

  test('are those that the person grants, in the form that models want', async () => {
    const seen: unknown[] = [];
    await makeAgent((agent) =>
      agent.on('message.created', async (ctx) => {
        seen.push(await ctx.tools(), (await ctx.tools({ as: 'openai' }))[0]?.function.name, await ctx.granted);
      }),
    );
    platform.relay.deliver(messageCreated('x'));
    const description = 'Does weather.today.';
    await vi.waitFor(() =>
      expect(seen).toEqual([
        [{ name: 'weather_today', description, input_schema: { type: 'object' } }],
        'weather_today',
        ['weather.read'],
      ]),
    );
  });

  test('are invoked by the name that a model was given, with the scope that they need', async () => {
    await makeAgent((agent) => {
      agent.catch((error) => error.ctx.reply(error.message));
      agent.hears('no', (ctx) => ctx.invoke('weather.never', {}));
      agent.on('message.created', (ctx) => void ctx.invoke('weather_today', { city: 'Bern' }));
    });
    platform.relay.deliver(messageCreated('x'));
    await vi.waitFor(() => expect(invocations()).toHaveLength(1));
    expect(invocations()[0]).toMatchObject({ tool: 'weather.today', requested_scope: 'weather.read' });
    platform.relay.deliver(messageCreated('no'));
    await vi.waitFor(() => expect(said()[0]).toMatch(/tool_not_found.*weather\.never.*There is weather\.today/));
  });
});

describe('the stores', () => {
  let database: PGlite;
  beforeAll(async () => (database = await PGlite.create()));
  afterAll(() => database.close());

  const pending: PendingResult = {
    invocationId: 'inv_1',
    kind: 'delete',
    tool: 'decision.request',
    conversationId: 'cnv_1',
    deliveryId: 'dlv_1',
    data: { by: 'ada' },
    createdAt: '2026-01-31T09:00:00.000Z',
  };
  const stores = {
    memory: () => new ResultsInMemory(),
    file: async () => new ResultsInFile(join(await mkdtemp(join(tmpdir(), 'parley-results-')), 'r.json')),
    sql: () => new ResultsInSql(database),
  };

  test.each(Object.entries(stores))('in %s give back what was put, until it is deleted', async (_name, make) => {
    const store = await make();
    await store.put(pending);
    expect(await store.get('inv_1')).toEqual(pending);
    expect(await store.get('inv_2')).toBeNull();
    await store.delete('inv_1');
    expect(await store.get('inv_1')).toBeNull();
  });

  test('in one file are shared by all who use it in a process', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'parley-results-')), 'r.json');
    const stores = [new ResultsInFile(path), new ResultsInFile(path), new ResultsInFile(path)] as const;
    await Promise.all(stores.map((store, index) => store.put({ ...pending, invocationId: `inv_${index}` })));
    const ids = () => readFile(path, 'utf8').then((text) => (JSON.parse(text) as PendingResult[]).map(idOf).toSorted());
    const idOf = ({ invocationId }: PendingResult) => invocationId;
    expect(await ids()).toEqual(['inv_0', 'inv_1', 'inv_2']);
    await stores[0].delete('inv_0');
    await stores[1].put({ ...pending, invocationId: 'inv_3' });
    expect(await ids()).toEqual(['inv_1', 'inv_2', 'inv_3']);
    expect(await stores[2].get('inv_0')).toBeNull();
  });

  test('of deliveries in sql is shared by all who use it', async () => {
    const [one, other] = [new SeenInSql(database), new SeenInSql(database)];
    const accepted = await Promise.all([one.accept('dlv_1'), other.accept('dlv_1')]);
    expect(accepted.toSorted()).toEqual([false, true]);
    await one.finish('dlv_1', 'failed');
    expect(await other.accept('dlv_1')).toBe(true);
    await other.finish('dlv_1', 'handled');
    expect(await one.accept('dlv_1')).toBe(false);
  });
});
