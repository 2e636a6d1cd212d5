import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);
/** Votes by person, by room. */
const rooms = new Map<string, Map<string, string>>();

agent.on('member.joined', (ctx) => ctx.reply('Welcome! Say "vote" and what you want.'));

agent.hears(/^vote (.+)$/, (ctx) => {
  const votes = rooms.get(ctx.conversationId) ?? new Map<string, string>();
  rooms.set(ctx.conversationId, votes.set(ctx.user.id, ctx.match?.[1] ?? ''));
  const [count, choices] = [votes.size, new Set(votes.values()).size];
  return ctx.reply(`${count} ${count === 1 ? 'vote' : 'votes'} for ${choices} ${choices === 1 ? 'thing' : 'things'}.`);
});

agent.on('message.created', async (ctx) => {
  // People also talk with each other: answer where you are meant.
  if (ctx.mentioned) await ctx.reply('Yes? Say "vote" and what you want.');
});

await agent.startRelay();
