/**
 * An agent that does all that an agent can: say "help". RECEIVER is relay, express, fastify, hono or fetch. Its manifest requests
 * clock.read, decision.request and proactive.message.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/everything.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, buttons, chart, file, form, list, text } from '@parley/agent-sdk';
import { receive } from './receive.ts';

const agent = Agent.fromEnv(process.env);
const files = new Set(['notes.txt', 'plans.txt']);
const trip = form('trip', [{ name: 'days', label: 'How many days?', field_type: 'number', required: true }]);

agent.hears('story', (ctx) => ctx.stream(tell(['Once ', 'upon ', 'a ', 'time.'], ctx.signal)));

agent.hears('time', async (ctx) => {
  const { content } = await ctx.invoke('clock.now');
  await ctx.reply(`It is ${content.now}.`);
});

agent.hears(/^delete (\S+)$/, async (ctx) => {
  const path = ctx.match?.[1] ?? '';
  const { approved, arguments: bound } = await ctx.decide({ action: `Delete ${path}`, arguments: { path } });
  if (!approved) return ctx.reply(`${path} stays.`);
  files.delete(bound.path);
  return ctx.reply(list('Your files', files.size > 0 ? [...files] : ['none']));
});

agent.hears('trip', (ctx) => ctx.reply([text('Let us plan.'), trip]));

agent.onForm(trip, (ctx, { days }) =>
  ctx.reply(
    chart({
      chart_type: 'bar',
      x_key: 'day',
      series: [{ data_key: 'km' }],
      data: Array.from({ length: Math.min(days, 100) }, (_, day) => ({ day: `Day ${day + 1}`, km: 10 + day })),
    }),
  ),
);

agent.hears('report', async (ctx) => {
  const bytes = new TextEncoder().encode([...files].join('\n'));
  const { asset_id: id } = await ctx.client.uploadAsset(bytes, { contentType: 'text/plain', filename: 'report.txt' });
  await ctx.reply(file(id, 'report.txt'));
});

agent.hears('remind me', async (ctx) => {
  await ctx.reply('I will.');
  await ctx.sendProactive('It is time.');
});

agent.hears(/^ask (agt_\w+) (.+)$/s, (ctx) =>
  ctx.reply(text(ctx.match?.[2] ?? ''), { toAgentId: ctx.match?.[1] as `agt_${string}` }),
);

agent.on('agent.call', (ctx) => ctx.reply(`${ctx.envelope.agent_call.from_agent_id} asked me something.`));

agent.on('task.assigned', { overlap: 'parallel' }, async (ctx) => {
  for (const step of ctx.text.split('\n')) {
    await ctx.updateTask('in_progress', { note: step });
    await pause(step === 'wait' ? 60_000 : 10, null, { signal: ctx.signal });
  }
  await ctx.updateTask('completed', { content: 'All done.' });
});

agent.on('message.created', (ctx) =>
  ctx.reply([text('I also do tasks.'), buttons(['story', 'time', 'trip', 'report', 'remind me'])]),
);

async function* tell(words: readonly string[], signal: AbortSignal): AsyncGenerator<string> {
  for (const word of words) yield await pause(50, word, { signal });
}

await receive(agent, process.env['RECEIVER']);
