import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

await agent.startRelay();
console.log('Connected. Press Ctrl+C to stop.');
