/**
 * An agent that passes questions on. "ask <words>: <question>" finds a public agent by words and calls it; the called agent
 * answers in its own room with the person, so they must have one. Run it twice to see both ends: it also answers calls.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/calling.ts
 */
import { Agent, list, RefusedError, text } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.hears(/^ask ([^:]+): (.+)$/s, async (ctx) => {
  const [, words = '', question = ''] = ctx.match ?? [];
  const { items } = await ctx.client.searchAgents(words);
  const found = items.find(({ agent_id }) => agent_id !== ctx.agentId);
  if (!found) return ctx.reply(`I know nobody for “${words}”.`);
  try {
    return await ctx.reply([text(`I passed this on to ${found.name}:`), text(question)], {
      toAgentId: found.agent_id,
    });
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'agent_call_no_shared_room') throw error;
    return ctx.reply(`${found.name} could help. Open a conversation with it first, then ask me again.`);
  }
});

agent.on('agent.call', (ctx) => {
  const { from_agent_id, depth, blocks } = ctx.envelope.agent_call;
  const words = blocks.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : []));
  return ctx.reply(list(`Call ${depth}, from ${from_agent_id}`, words.length > 0 ? words : ['Nothing to read.']));
});

agent.on('message.created', (ctx) => ctx.reply('Say "ask <words>: <question>" and I find somebody who knows.'));

const relay = await agent.startRelay();
console.log('Listening. Press Ctrl+C to stop.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await relay.closed;
