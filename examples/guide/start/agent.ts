import { Agent, buttons, text } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);
const drinks = buttons(['Tea', 'Coffee']);

agent.onPress(drinks, (ctx, drink) => ctx.reply(`${drink} is on its way.`));
agent.on('message.created', (ctx) => ctx.reply([text(`You said: ${ctx.text}`), drinks]));

await agent.startRelay();
console.log('Connected. Press Ctrl+C to stop.');
