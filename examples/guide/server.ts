import { createServer } from 'node:http';
import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);
agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

const deliveries = agent.webhookListener();
const server = createServer((request, response) => {
  if (request.url === '/healthz') response.end('ok');
  else deliveries(request, response);
});
server.listen(Number(process.env['PORT'] ?? 8080), () => console.log('Listening.'));

// What is under way is finished; what comes meanwhile is sent again by the platform.
process.once('SIGTERM', () => {
  server.close();
  void agent.stop();
});
