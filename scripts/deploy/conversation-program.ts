/**
 * Talks with an agent through the proxy of an installation, as its first administrator: signs up by the link of the set-up, registers
 * an agent that connects by a relay, writes to it, and waits for the answer on the event stream. Then it uploads a file of the largest
 * size and reads it again. Prints one line for each step, and ends with 1 where one fails.
 *
 * `tsx conversation-program.ts LINK`, with the proxy's certificate in NODE_EXTRA_CA_CERTS.
 */
import { randomBytes } from 'node:crypto';
import { Agent } from '@parley/agent-sdk';
import { limits } from '@parley/protocol';

const { origin, hash } = new URL(process.argv[2] ?? '');
const began = performance.now();
const step = (text: string) => console.log(`${((performance.now() - began) / 1000).toFixed(2)} s  ${text}`);
let cookie = '';

interface Answer {
  readonly item: Record<string, string>;
  readonly credential: { readonly credentialId: string; readonly secret: string };
}

async function ask(path: string, body: unknown): Promise<Answer> {
  const isForm = body instanceof FormData;
  const headers = { origin, cookie, ...(isForm ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(origin + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  for (const line of answer.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
  return JSON.parse(text) as Answer;
}

/** Resolves when the event stream has said something with `text` in it, which the proxy must not hold back. */
async function hears(stream: Response, text: string): Promise<void> {
  const decoder = new TextDecoder();
  let heard = '';
  for await (const bytes of stream.body ?? []) {
    heard += decoder.decode(bytes, { stream: true });
    if (heard.includes(text)) return;
  }
  throw new Error(`The stream ended before it said ${text}.`);
}

const late = setTimeout(() => {
  console.error('Nothing was answered within 40 seconds.');
  process.exit(1);
}, 40_000);

const page = await fetch(origin);
if (!(await page.text()).includes('<html')) throw new Error('The app is not served.');
if ((await fetch(`${origin}/metrics`)).status !== 404) throw new Error('The metrics can be read from outside.');
step('the app is served, the metrics are not');

const profile = { handle: 'ada', displayName: 'Ada', password: randomBytes(12).toString('hex') };
await ask('/v1/setup', { token: hash.slice(1), ...profile });
step('the first administrator has signed up');

const manifest = { version: '1', handle: 'echo', name: 'Echo', transport: 'relay', requested_scopes: [] };
const made = await ask('/v1/agents', { manifest: { ...manifest, description: 'Says again what it hears.' } });
const agent = Agent.fromEnv({
  PARLEY_BASE_URL: origin,
  PARLEY_AGENT_ID: made.item['agentId'],
  PARLEY_CREDENTIAL_ID: made.credential.credentialId,
  PARLEY_AGENT_SECRET: made.credential.secret,
});
agent.on('message.created', (ctx) => ctx.reply(`You said: ${ctx.text}`));
await agent.startRelay();
step('an agent is connected');

const { item: room } = await ask('/v1/conversations', { agentIds: [made.item['agentId']] });
const stream = await fetch(`${origin}/v1/events`, { headers: { cookie } });
const messages = `/v1/conversations/${room['conversationId']}/messages`;
const isHeard = hears(stream, 'message');
await ask(messages, { text: 'hello' });
await isHeard;
step('the event stream tells of the message at once');

for (;;) {
  const history = await fetch(origin + messages, { headers: { cookie } });
  if ((await history.text()).includes('You said: hello')) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
step('the agent has answered');

const bytes = randomBytes(limits.uploadBytes);
const form = new FormData();
form.append('file', new Blob([bytes]), 'large.bin');
const { item: asset } = await ask('/v1/assets', form);
const read = await fetch(`${origin}/v1/assets/${asset['assetId']}`, { headers: { cookie } });
if (!Buffer.from(await read.arrayBuffer()).equals(bytes)) throw new Error(`The upload is read as ${read.status}.`);
step(`an upload of ${bytes.length} bytes is read as it was written`);

clearTimeout(late);
process.exit(0);
