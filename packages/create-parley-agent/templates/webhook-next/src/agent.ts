import type { Agent } from '@parley/agent-sdk';

/** Adds the handlers, so that a test can bring an agent of its own. */
export function withHandlers(agent: Agent): Agent {
  agent.hears('help', (ctx) => ctx.reply('Write me anything, and I say it back.'));
  agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));
  return agent;
}
