import { Agent, lambdaWebhook } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);
agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

export const handler = lambdaWebhook(agent);
