import { setTimeout as pause } from 'node:timers/promises';
import { Agent, progress } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('task.assigned', { overlap: 'parallel' }, async (ctx) => {
  const steps = ctx.text.split('\n').filter((line) => line.trim() !== '');
  for (const [index, step] of steps.entries()) {
    const content = progress(step, Math.round((100 * index) / steps.length));
    await ctx.updateTask('in_progress', { content, note: `${index + 1} of ${steps.length}: ${step}` });
    // Cancelling the task aborts the signal.
    await pause(step === 'wait' ? 60_000 : 20, null, { signal: ctx.signal });
  }
  await ctx.updateTask('completed', { content: `All ${steps.length} steps are done.` });
});

agent.on('task.cancelled', (ctx) => {
  console.log(`${ctx.envelope.task_id} is cancelled.`);
});

agent.on('message.created', (ctx) => ctx.reply('Give me a task: one step on each line.'));

await agent.startRelay();
