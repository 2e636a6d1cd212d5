/**
 * An agent that says back what it hears, over the relay: it needs no public address.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/echo.ts
 */
import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

const relay = await agent.startRelay();
console.log('Listening. Press Ctrl+C to stop.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await relay.closed;
