import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, StoreInFile } from '@parley/agent-sdk';
import { withBridge } from './agent.ts';
import { Slack } from './slack.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

const { SLACK_SIGNING_SECRET: signingSecret, SLACK_BOT_TOKEN: token, SLACK_CHANNEL: channel } = process.env;
if (!signingSecret || !token || !channel) {
  throw new TypeError(
    'Set SLACK_SIGNING_SECRET, SLACK_BOT_TOKEN and SLACK_CHANNEL; README.md says where they are found.',
  );
}
const store = new StoreInFile('store.json');
const agent = Agent.fromEnv(process.env, { store });
const receive = withBridge(agent, new Slack({ signingSecret, token, channel, fetch }), store);

const server = createServer(async (request, response) => {
  try {
    if (request.method !== 'POST' || request.url !== '/slack/events') return response.writeHead(404).end();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const asked = new Request('http://slack/events', { method: 'POST', headers, body: await text(request) });
    const answer = await receive(asked);
    return response.writeHead(answer.status).end(await answer.text());
  } catch (error) {
    console.error(error);
    return response.writeHead(500).end();
  }
});
server.listen(Number(process.env['PORT'] || 3000));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    void agent.stop();
  });
}
await agent.startRelay();
