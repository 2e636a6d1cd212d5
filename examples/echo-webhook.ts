/**
 * The same agent behind a webhook: the platform posts to it. Put it behind HTTPS, or run it in a network that the
 * platform's operator has allowed, and register the address as `webhook_url`.
 *
 * PORT=8080 PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/echo-webhook.ts
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));

const server = createServer(agent.webhookListener());
server.listen(Number(process.env['PORT'] ?? 8080), () => {
  console.log(`Listening on port ${(server.address() as AddressInfo).port}. Press Ctrl+C to stop.`);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    void agent.stop();
  });
}
