import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { registerAgent, type Agent } from './agent.ts';
import { eventually } from './eventually.ts';
import { png, uploaded } from './files.ts';
import { call, type Json } from './http.ts';
import { signUp, type Person } from './person.ts';
import { awaitDelivery, deliver, messagesOf, openConversation } from './conversation.ts';
import { useServer } from './server.ts';
import { sign } from './signature.ts';
import { giveTask, readTask } from './task.ts';

const program = fileURLToPath(new URL('../../../../../conformance/agent/agent.mjs', import.meta.url));
const scopes = ['proactive.message', 'clock.read'];
const server = useServer({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
let ada: Person;
let running: ChildProcess | null = null;

beforeAll(async () => {
  ada = await signUp(server);
});
afterEach(async () => {
  if (running?.kill()) await once(running, 'exit');
  running = null;
});

/** Runs the program as this agent until it reports that it is ready. Returns its output. */
async function run(agent: Agent, env: Record<string, string> = {}): Promise<string> {
  const credential = { PARLEY_CREDENTIAL_ID: agent.credentialId, PARLEY_SECRET: agent.secret };
  const where = { PARLEY_URL: server.baseUrl, PARLEY_AGENT_ID: agent.agentId };
  const child = spawn(process.execPath, [program], { env: { ...where, ...credential, ...env } });
  running = child;
  let said = '';
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()));
  let complaints = '';
  child.stderr.on('data', (piece: Buffer) => (complaints += piece.toString()));
  await eventually(server, 'the program to be ready', () => {
    if (complaints !== '') throw new Error(complaints);
    return said.includes('ready');
  });
  return said;
}

const newAgent = (change: Json = {}) => {
  const requested_scopes = scopes.map((scope) => ({ scope, reason: 'To show that it can be done.' }));
  return registerAgent(server, ada, { access: 'public', requested_scopes, ...change });
};

describe('an agent of one file, written from the interface alone', () => {
  it('imports nothing of the platform', () => {
    const imports = [...readFileSync(program, 'utf8').matchAll(/^import .* from '(.*)';$/gm)].map((found) => found[1]);
    expect(imports).toEqual(['node:crypto', 'node:http', 'node:process']);
  });

  it('does over the relay all that an agent can', async () => {
    const agent = await newAgent();
    const conversation = await openConversation(ada, agent);
    await ada.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes });
    await run(agent);

    const said = (fits: (message: Json) => boolean) =>
      eventually(server, 'what the agent says', async () =>
        (await messagesOf(ada, conversation)).find(
          (message) => message.author.type === 'agent' && !message.partial && fits(message),
        ),
      );
    const saying = (text: string) => said(({ blocks }) => blocks[0].text === text);

    const echoed = await deliver(ada, conversation, 'echo good morning');
    expect((await saying('good morning')).replyToDeliveryId).toBe(echoed);
    await awaitDelivery(server, agent, echoed, { status: 'delivered', attempts: 1 });

    await deliver(ada, conversation, 'draw');
    const drawn = await said(({ blocks }) => blocks[0].type === 'image');
    expect((await ada.get(`/v1/assets/${drawn.blocks[0].asset_id}`)).headers.get('content-type')).toBe('image/png');

    const assetId = await uploaded(ada, png);
    await ada.post(`/v1/conversations/${conversation}/attachments`, { assetId });
    await saying(`I see ${png.length} bytes.`);

    const other = await newAgent({ name: 'Cartographer' });
    const othersConversation = await openConversation(ada, other);
    await deliver(ada, conversation, 'find cartographer');
    await saying(other.handle);

    await deliver(ada, conversation, `call ${other.agentId}`);
    await saying('Could you help?');
    const lines = await messagesOf(ada, othersConversation);
    expect(lines.map((message) => message.author.type)).toEqual(['platform']);

    await deliver(ada, conversation, 'tell It is late.');
    expect((await saying('It is late.')).replyToDeliveryId).toBeNull();

    await deliver(ada, conversation, 'time');
    await saying('clock.now succeeded');

    const { item } = await giveTask(ada, conversation);
    const done = async () => (await readTask(ada, item.taskId)).status === 'completed';
    await eventually(server, 'the task to be completed', done);
    const { history } = await readTask(ada, item.taskId);
    expect(history.map((entry: Json) => entry.status)).toEqual(['created', 'assigned', 'in_progress', 'completed']);
  });

  it('answers at a webhook what the platform signed, and nobody else', async () => {
    const agent = await newAgent({ transport: 'webhook', webhook_url: 'http://127.0.0.1:9/' });
    const port = /ready on (\d+)/.exec(await run(agent, { PORT: '0' }))?.[1];
    const about = { version: '1', handle: agent.handle, name: agent.name, description: 'One file.', access: 'public' };
    const manifest = { ...about, transport: 'webhook', webhook_url: `http://127.0.0.1:${port}/` };
    expect((await ada.put(`/v1/agents/${agent.agentId}/manifest`, { manifest })).status).toBe(200);

    const conversation = await openConversation(ada, agent);
    const deliveryId = await deliver(ada, conversation, 'echo hello');
    await awaitDelivery(server, agent, deliveryId, { status: 'delivered', attempts: 1 });
    const answered = async () =>
      (await messagesOf(ada, conversation)).some(({ replyToDeliveryId }) => replyToDeliveryId === deliveryId);
    await eventually(server, 'an answer', answered);

    const body = '{"version":"1"}';
    const forged = { authorization: agent.authorization, 'x-platform-signature': sign('AAAA', agent.unix(), body) };
    const statuses = await Promise.all(
      [forged, { ...forged, 'x-platform-signature': 'nonsense' }, {}].map((headers) =>
        call(manifest.webhook_url, { method: 'POST', body, headers: headers as Record<string, string> }),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
