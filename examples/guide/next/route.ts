import { Agent, nextWebhook } from '@parley/agent-sdk';
import { after } from 'next/server';

const agent = Agent.fromEnv(process.env);
agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

export const POST = nextWebhook(agent, { after });
