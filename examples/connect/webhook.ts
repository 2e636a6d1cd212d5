import { createServer } from 'node:http';
import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

createServer(agent.webhookListener()).listen(8080);
console.log('Listening on port 8080. Press Ctrl+C to stop.');
