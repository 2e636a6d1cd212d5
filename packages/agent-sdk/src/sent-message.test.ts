import { afterEach, beforeEach, expect, expectTypeOf, test, vi } from 'vitest';
import type { EditByAgentAnswer } from '@parley/protocol';
import { Agent } from './agent.ts';
import { buttons } from './blocks.ts';
import type { Content } from './content.ts';
import type { Context } from './context.ts';
import { RefusedError } from './errors.ts';
import { messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform, refusal } from './fake-platform/fake-platform.ts';

let platform: FakePlatform;
let agent: Agent;

beforeEach(async () => {
  platform = await new FakePlatform().start();
  agent = new Agent({ ...platform.options, log: () => undefined, retry: { retries: 0 } });
});

afterEach(async () => {
  await agent.stop();
  await platform.stop();
});

async function handles(handler: (ctx: Context<'message.created'>) => unknown): Promise<void> {
  agent.on('message.created', handler);
  await agent.startRelay();
  platform.relay.deliver(messageCreated('x'));
}

const edits = () => platform.calls.filter(({ path }) => path.endsWith('/edit'));

async function* pieces() {
  yield 'streamed';
  await Promise.resolve();
}

test.each([
  ['a reply', (ctx: Context<'message.created'>) => ctx.reply('first')],
  ['a stream', (ctx: Context<'message.created'>) => ctx.stream(pieces())],
  ['a proactive message', (ctx: Context<'message.created'>) => ctx.sendProactive('first')],
])('what %s gives can be edited', async (_, send) => {
  const answers: unknown[] = [];
  await handles(async (ctx) => {
    const sent = await send(ctx);
    answers.push(JSON.parse(JSON.stringify(sent)), await sent.edit(['second', 'third'].map(textBlock)));
    answers.push(await sent.edit(buttons(['Yes'])));
  });
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  const [{ message_id: id }, ...revisions] = answers as [{ message_id: string }, ...EditByAgentAnswer[]];
  expect(revisions).toEqual([
    { message_id: id, revision: 1 },
    { message_id: id, revision: 1 },
  ]);
  expect(edits().map(({ path }) => path)).toEqual([`/hooks/v1/messages/${id}/edit`, `/hooks/v1/messages/${id}/edit`]);
  expect(edits()[0]?.body).toEqual({ version: '1', blocks: ['second', 'third'].map(textBlock) });
});

test('a message can be edited by its id, in the handler of a later delivery', async () => {
  const ids: string[] = [];
  const answers: unknown[] = [];
  await handles(async (ctx) => {
    const [first] = ids;
    if (first === undefined) ids.push((await ctx.reply('first')).message_id);
    else answers.push(await ctx.edit(first, 'second', { idempotencyKey: 'once' }));
  });
  platform.relay.deliver(messageCreated('y'));
  await vi.waitFor(() => expect(answers).toEqual([{ message_id: ids[0], revision: 1 }]));
  expect(edits().map(({ path }) => path)).toEqual([`/hooks/v1/messages/${ids[0]}/edit`]);
  expect(edits()[0]?.body).toEqual({ version: '1', blocks: [textBlock('second')] });
  expect(edits()[0]?.headers['idempotency-key']).toBe('once');
});

test.each(['edit_window_over', 'edit_limit_reached', 'message_locked', 'message_not_found'] as const)(
  'an edit that is refused with %s says what to do',
  async (code) => {
    platform.script = ({ path }) => (path.endsWith('/edit') ? refusal(409, code) : undefined);
    const refused: unknown[] = [];
    await handles(async (ctx) => {
      const sent = await ctx.reply('first');
      await sent.edit('second').catch((error: unknown) => refused.push(error));
    });
    await vi.waitFor(() => expect(refused).toEqual([expect.any(RefusedError)]));
    const [error] = refused as [RefusedError];
    expect([error.code, error.hint]).toEqual([code, expect.stringMatching(/\w/)]);
  },
);

test('an edit that nobody waits for reaches agent.catch where it is refused', async () => {
  platform.script = ({ path }) => (path.endsWith('/edit') ? refusal(409, 'message_locked') : undefined);
  const caught: unknown[] = [];
  agent.catch(({ cause }) => caught.push((cause as RefusedError).code));
  await handles(async (ctx) => void (await ctx.reply('first')).edit('second'));
  await vi.waitFor(() => expect(caught).toEqual(['message_locked']));
});

test('a draft has no edit, and what is sent keeps the type of its answer', () => {
  const check = async (ctx: Context) => {
    const sent = await ctx.reply('x');
    expectTypeOf(sent.agent_call).toEqualTypeOf<{ delivery_id: `dlv_${string}` } | null>();
    expectTypeOf(sent.edit).parameter(0).toEqualTypeOf<Content>();
    // @ts-expect-error: a draft is replaced by the next one.
    void (await ctx.partial('x')).edit;
  };
  expectTypeOf(check).toBeFunction();
});

function textBlock(text: string) {
  return { type: 'text' as const, text };
}
