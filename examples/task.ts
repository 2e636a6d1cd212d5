/**
 * An agent that works through a task a line at a time, and stops when the person cancels it.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/task.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, list, RefusedError, text } from '@parley/agent-sdk';
import type { Context } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);
const stepMs = Number(process.env['STEP_MS'] ?? 1000);

agent.on('task.assigned', (ctx) => work(ctx).catch((error: unknown) => giveUp(ctx, error)));

agent.on('message.created', (ctx) => ctx.reply('Give me a task with one thing to do on each line.'));

/** `ctx.signal` aborts when the person cancels the task, which comes through while this runs. */
async function work(ctx: Context<'task.assigned'>): Promise<void> {
  const things = ctx.text.split('\n').filter((line) => line.trim() !== '');
  await ctx.updateTask('in_progress', { note: `${things.length} to do.` });
  for (const thing of things) {
    await pause(stepMs, null, { signal: ctx.signal });
    await ctx.updateTask('in_progress', { note: `Done: ${thing}` });
  }
  await ctx.updateTask('completed', { content: [text('All done.'), list('What I did', things)] });
}

/** A task that was cancelled is over; anything else is a failure that the person should hear of. */
async function giveUp(ctx: Context<'task.assigned'>, error: unknown): Promise<void> {
  const isOver = error instanceof RefusedError && error.code === 'illegal_task_transition';
  if (isOver || (error as Error).name === 'AbortError') return;
  await ctx.updateTask('failed', { note: 'Something broke on my side.' });
}

const relay = await agent.startRelay();
console.log('Listening. Press Ctrl+C to stop.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await relay.closed;
