import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

// #region stable
agent.hears(/^water the (.+)$/, async (ctx) => {
  const plant = ctx.match?.[1] ?? '';
  const { outcome, reason } = await ctx.invoke('coin.charge', { amount: 1, reason: 'Water from the plant shop' });
  if (outcome === 'succeeded') return ctx.reply(`The ${plant} has its water.`);
  return ctx.reply(reason === null ? `The ${plant} stays dry.` : `The ${plant} stays dry, since you said: ${reason}`);
});
// #endregion

// #region choose
agent.hears('book a table', async (ctx) => {
  const decision = await ctx.decide({
    kind: 'book',
    action: 'Book a table for Friday evening',
    arguments: { guests: 2, at: '19:30' },
    editable: ['/guests', '/at'],
    options: [
      { id: 'inside', label: 'Inside' },
      { id: 'garden', label: 'In the garden', detail: 'Only if it does not rain.' },
    ],
    expiresInMinutes: 120,
  });
  if (!decision.approved) return ctx.reply(`No table. ${decision.reason ?? ''}`);
  const { guests, at } = decision.arguments;
  const place = { inside: 'inside', garden: 'in the garden' }[decision.option];
  return ctx.reply(`A table for ${guests} at ${at}, ${place}. Changed: ${decision.changed.length}.`);
});
// #endregion

// #region standing
agent.hears('what may last?', async (ctx) => {
  const tools = await ctx.tools();
  const lasting = tools.filter(({ standing }) => standing).map(({ name }) => name);
  await ctx.reply(`You can let these run without a question: ${lasting.join(', ')}.`);
});
// #endregion

// #region edit
agent.hears('find a plant shop', async (ctx) => {
  const sent = await ctx.reply('Looking for a plant shop …');
  await sent.edit('The nearest plant shop is **Moss & Co.**, open until six.');
});
// #endregion

// #region steer
agent.hears(/^plan (.+)$/, { overlap: 'steer' }, async (ctx) => {
  const wishes = [ctx.match?.[1] ?? ''];
  await ctx.partial('What else should be in it?');
  for await (const more of ctx.steers()) {
    if (more.text === 'that is all') break;
    wishes.push(more.text);
  }
  await ctx.reply(`The plan: ${wishes.join(', ')}.`);
});
agent.on('message.created', { overlap: 'steer' }, (ctx) => ctx.reply(`“${ctx.text}” has no plan to go into.`));
// #endregion

await agent.startRelay();
