import { setTimeout as pause } from 'node:timers/promises';
import { Agent, intent, list, text } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env, { overlap: 'latest' });

// #region stream
agent.hears('story', (ctx) => ctx.stream(tell(['Once ', 'upon ', 'a ', 'time.'], ctx.signal)));

async function* tell(words: readonly string[], signal: AbortSignal) {
  for (const word of words) yield await pause(50, word, { signal });
  yield list('Told by', ['the kettle']);
}
// #endregion

// #region draft
agent.hears('look it up', async (ctx) => {
  await ctx.partial(intent('Looking it up'));
  await ctx.partial([text('Two books know of it. '), intent('Reading the second one')]);
  await ctx.reply('Two books know of it, and they disagree.');
});
// #endregion

// #region stop
agent.on('message.created', async (ctx) => {
  await ctx.partial(text('This will take a while. '));
  // Stop aborts the signal within five seconds, or at the next call.
  await pause(60_000, null, { signal: ctx.signal });
  await ctx.reply('Here it is.');
});
// #endregion

await agent.startRelay();
