/**
 * An agent that asks three helpers at once and goes on with the first two answers. The helpers are agents of yours with which the person
 * has a room; HELPERS names their ids. `examples/fan-out.test.ts` runs it with three scripted helpers.
 *
 * HELPERS=agt_…,agt_…,agt_… PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… \
 *   PARLEY_AGENT_SECRET=… npx tsx examples/fan-out.ts
 */
import { Agent, RefusedError, text, type Content, type Context, type SendableBlock } from '@parley/agent-sdk';

// #region ask
/** Adds the handlers of an agent that asks these helpers. */
export function askHelpers(agent: Agent, helpers: readonly string[]): Agent {
  return agent.on('message.created', async (ctx) => {
    const answers = await firstAnswers(ctx, helpers, { count: 2, question: ctx.text });
    if (answers.length === 0) return ctx.reply('Nobody could help.');
    return ctx.reply([text(`${answers.length} of ${helpers.length} answered:`), ...answers.flat()]);
  });
}

/** Returns the first answers, at most `count` of them. A helper that refuses, or is silent for a minute, counts as no answer. */
async function firstAnswers(
  ctx: Context<'message.created'>,
  helpers: readonly string[],
  { count, question }: { readonly count: number; readonly question: Content },
): Promise<readonly (readonly SendableBlock[])[]> {
  const enough = new AbortController();
  const answers: (readonly SendableBlock[])[] = [];
  const calls = helpers.map(async (helper) => {
    try {
      const answer = await ctx.call(helper, question, { signal: enough.signal, timeoutMs: 60_000 });
      if (answers.length < count) answers.push(answer);
      if (answers.length === count) enough.abort();
    } catch (error) {
      // Stop ends the handler; all else leaves the other helpers.
      if (ctx.signal.aborted) throw error;
      if (error instanceof RefusedError) console.error(`${helper} was not called: ${error.code}`);
    }
  });
  await Promise.all(calls);
  return answers;
}
// #endregion

if (process.env['HELPERS']) {
  const agent = askHelpers(Agent.fromEnv(process.env), process.env['HELPERS'].split(','));
  const relay = await agent.startRelay();
  console.log('Listening. Press Ctrl+C to stop.');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
  await relay.closed;
}
