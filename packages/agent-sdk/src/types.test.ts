import { expect, expectTypeOf, test } from 'vitest';
import { Agent } from './agent.ts';
import { buttons, card, choices, form, type FormValues, type PayloadOf } from './blocks.ts';
import { at, callerLine } from './caller-line.ts';
import type { Context } from './context.ts';
import { mentions } from './envelope-text.ts';
import { formSubmitted, messageCreated } from './fake-platform/envelopes.ts';
import { FakePlatform } from './fake-platform/fake-platform.ts';
import type { Decision, InvocationResult } from './results/outcome.ts';

const order = form('order', [
  { name: 'size', label: 'Size', field_type: 'select', options: choices(['S', 'L']), required: true },
  { name: 'count', label: 'How many?', field_type: 'number', required: true },
  { name: 'note', label: 'Note', field_type: 'text' },
]);
const drinks = buttons(['Tea', { label: 'Coffee, black', payload: 'coffee' }]);
const espresso = card('Espresso', { actions: choices(['Details', 'Order']) });

test('what comes back is typed by what was sent', () => {
  expectTypeOf<FormValues<typeof order>>().toEqualTypeOf<
    { readonly size: 'S' | 'L'; readonly count: number } & { readonly note?: string }
  >();
  expectTypeOf<PayloadOf<typeof drinks>>().toEqualTypeOf<'Tea' | 'coffee'>();
  expectTypeOf<PayloadOf<typeof espresso>>().toEqualTypeOf<'Details' | 'Order'>();
  expect(drinks.buttons[1]).toEqual({ label: 'Coffee, black', payload: 'coffee' });
  expect(espresso.actions?.[0]).toEqual({ label: 'Details', payload: 'Details' });
});

test('tools, decisions, state and filters are typed', () => {
  const check = (ctx: Context<'message.created', { who: string }>) => {
    expectTypeOf(ctx.state.who).toEqualTypeOf<string>();
    // @ts-expect-error: coins are whole numbers, not texts.
    void ctx.invoke('coin.charge', { amount: '3', reason: 'x' });
    expectTypeOf(ctx.invoke('clock.now')).resolves.toExtend<InvocationResult<{ readonly now: string }>>();
    const decision = ctx.decide({ action: 'Delete', arguments: { paths: ['a'] } });
    expectTypeOf(decision).resolves.toEqualTypeOf<Decision<{ paths: string[] }>>();
    const booking = ctx.decide({
      action: 'Book a table',
      arguments: { guests: 4, at: '20:00' },
      editable: ['/guests'],
      options: [
        { id: 'inside', label: 'Inside' },
        { id: 'garden', label: 'In the garden', detail: 'If it is dry.' },
      ],
      expiresInMinutes: 60,
    });
    expectTypeOf(booking).resolves.toEqualTypeOf<Decision<{ guests: number; at: string }, 'inside' | 'garden'>>();
    // @ts-expect-error: an option has a label.
    void ctx.decide({ action: 'Book', options: [{ id: 'inside' }, { id: 'garden', label: 'In the garden' }] });
    for (const block of ctx.blocks) if (block.type === 'image') expectTypeOf(block.asset_id).toExtend<string>();
  };
  expectTypeOf(check).toBeFunction();
  const agent = new Agent<{ who: string }>({
    baseUrl: 'http://127.0.0.1:1',
    agentId: 'agt_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
    credentialId: 'cred_01KAJ8ZJ9M4J0V6W3QX5T2N7RC',
    secret: Buffer.alloc(32).toString('base64url'),
  });
  agent.on('message.created', check);
  agent.filter(
    (ctx): ctx is Context<'task.assigned', { who: string }> => ctx.is('task.assigned'),
    (ctx) => expectTypeOf(ctx.envelope.task_id).toEqualTypeOf<`tsk_${string}`>(),
  );
  agent.on(['form.submitted', 'tool.result'], (ctx) => {
    if (ctx.is('tool.result')) expectTypeOf(ctx.envelope.tool_result.tool).toEqualTypeOf<string>();
  });
});

test('a decision is typed by its options and its arguments', () => {
  const check = (booked: Decision<{ guests: number }, 'inside' | 'garden'>, plain: Decision<{ guests: number }>) => {
    expectTypeOf(booked.changed).toEqualTypeOf<readonly string[] | readonly []>();
    expectTypeOf(booked.reason).toEqualTypeOf<string | null>();
    expectTypeOf(booked.option).toEqualTypeOf<'inside' | 'garden' | null>();
    if (booked.approved) {
      expectTypeOf(booked.option).toEqualTypeOf<'inside' | 'garden'>();
      expectTypeOf(booked.arguments).toEqualTypeOf<{ guests: number }>();
    } else {
      expectTypeOf(booked.arguments).toBeNull();
      expectTypeOf(booked.option).toBeNull();
      expectTypeOf(booked.outcome).toEqualTypeOf<'failed' | 'denied' | 'expired'>();
    }
    expectTypeOf(plain.option).toBeNull();
  };
  expectTypeOf(check).toBeFunction();
});

test('answers to a form and presses reach the handlers of that form and of those buttons', async () => {
  const platform = await new FakePlatform().start();
  const agent = new Agent({ ...platform.options, handle: 'barista', log: () => undefined });
  agent.onForm(order, (ctx, { size, count, note = 'none' }) => ctx.reply(`${count} ${size} ${note}`));
  agent.onPress(drinks, (ctx, drink) => ctx.reply(`${drink} it is`));
  agent.use((ctx) => ctx.reply(`other ${ctx.event} ${ctx.mentioned}`));
  await agent.startRelay();
  platform.relay.deliver(formSubmitted({ size: 'L', count: 2 }));
  platform.relay.deliver(formSubmitted({ size: 'XL', count: 2 }));
  platform.relay.deliver(messageCreated('coffee'));
  platform.relay.deliver(messageCreated('hey @Barista!'));
  const said = () => platform.bodies('/hooks/v1/reply').map(({ blocks }) => blocks?.[0]?.['text']);
  await expect
    .poll(said)
    .toEqual(['2 L none', 'other form.submitted false', 'coffee it is', 'other message.created true']);
  await agent.stop();
  await platform.stop();
});

test('a mention is a word', () => {
  expect(mentions('hi @barista, tea', 'barista')).toBe(true);
  for (const text of ['hi @baristas', 'me@barista', 'barista', '@@barista-2'])
    expect(mentions(text, 'barista')).toBe(false);
});

test('an error names the line that called', async () => {
  const platform = await new FakePlatform().start();
  platform.script = () => ({ status: 404, body: { error: { code: 'delivery_not_found', message: 'No.' } } });
  const agent = new Agent({ ...platform.options, log: () => undefined });
  const error = await agent.client.reply('dlv_1', 'x').catch((failure: unknown) => failure as Error);
  expect((error as Error).stack?.split('\n')[1]).toMatch(/types\.test\.ts/);
  expect((error as Error).message).toMatch(/within 7 days/);
  expect(at('no error', callerLine())).toBe('no error');
  await agent.stop();
  await platform.stop();
});
