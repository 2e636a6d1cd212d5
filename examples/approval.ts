/**
 * A small shop. Its cards have a button to buy; then it asks the platform to charge coins, which the person has to approve. What
 * came of it arrives as a `tool.result`. The manifest has to request the scope `coin.charge`, and the person to grant it.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/approval.ts
 */
import { Agent, card, RefusedError, text } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

const prices = new Map([
  ['Blue teapot', 40],
  ['Green cup', 15],
]);
/** What was asked for, by invocation. */
const orders = new Map<string, string>();

agent.hears(/^purchase: (.+)$/, async (ctx) => {
  const item = ctx.match?.[1] ?? '';
  const amount = prices.get(item);
  if (amount === undefined) return ctx.reply(`I have no ${item}.`);
  try {
    // With the delivery as the key, a handler that runs again does not charge again.
    const charge = await ctx.invokeTool(
      { tool: 'coin.charge', requestedScope: 'coin.charge', arguments: { amount, reason: item } },
      { idempotencyKey: ctx.deliveryId },
    );
    orders.set(charge.invocation_id, item);
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'scope_not_granted') throw error;
    await ctx.reply('I may not ask you for coins yet. Grant me coin.charge, then try again.');
  }
});

agent.on('tool.result', (ctx) => {
  const { invocation_id, outcome } = ctx.envelope.tool_result;
  const item = orders.get(invocation_id) ?? 'order';
  if (outcome === 'succeeded') return ctx.reply(`Thank you! Your ${item} is on its way.`);
  if (outcome === 'failed') return ctx.reply(`That did not work; nothing was charged. Do you have enough coins?`);
  return ctx.reply(`Never mind. The ${item} stays on the shelf.`);
});

agent.on('message.created', (ctx) =>
  ctx.reply([
    text('Welcome! This is what I have:'),
    ...[...prices].map(([item, amount]) =>
      card(item, { price: { amount, unit: 'coin' }, purchase: { label: 'Buy', reason: item } }),
    ),
  ]),
);

const relay = await agent.startRelay();
console.log('Listening. Press Ctrl+C to stop.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await relay.closed;
