import { Agent, RefusedError, ResultsInFile } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env, { results: new ResultsInFile('results.json') });
const folders = new Set(['Reports', 'Drafts']);

// #region decide
agent.hears(/^delete (\w+)$/, async (ctx) => {
  const name = ctx.match?.[1] ?? '';
  const decision = await ctx.decide({
    kind: 'delete',
    action: `Delete the folder ${name}`,
    details: [{ label: 'Folder', value: name }],
    arguments: { name },
  });
  if (!decision.approved) return ctx.reply(`${name} stays: ${decision.outcome}.`);
  folders.delete(decision.arguments.name);
  return ctx.reply(`${name} is gone.`);
});
// #endregion

// #region restart
agent.onResult('delete', async (ctx, { approved, arguments: bound }) => {
  const { name } = bound as { name: string };
  if (approved) folders.delete(name);
  await ctx.reply(approved ? `${name} is gone.` : `${name} stays.`);
});
// #endregion

// #region charge
agent.hears('support', async (ctx) => {
  try {
    const { outcome } = await ctx.invoke('coin.charge', { amount: 5, reason: 'A month of support' });
    await ctx.reply(outcome === 'succeeded' ? 'Thank you! Ask away.' : 'Never mind.');
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'scope_not_granted') throw error;
    await ctx.reply('I may not ask you for coins yet. Allow me coin.charge under Permissions.');
  }
});
// #endregion

await agent.startRelay();
