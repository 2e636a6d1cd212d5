import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

const handle = agent.webhookHandler();

// eslint-disable-next-line no-restricted-syntax -- Bun and `deno serve` serve what a module exports by default.
export default { fetch: (request: Request) => handle(request) };
