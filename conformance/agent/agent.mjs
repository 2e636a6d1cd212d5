// An agent in one file, with nothing but what Node brings, written from the interface alone. Read it beside docs/interface.md,
// or translate it. It takes deliveries over the relay, or at a webhook where PORT is set, and does what it is told in the room.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { env } from 'node:process';

const { PARLEY_URL: baseUrl, PARLEY_AGENT_ID: agentId, PARLEY_CREDENTIAL_ID: credentialId } = env;
const secret = Buffer.from(env.PARLEY_SECRET, 'base64url');
const version = '1';

// --- Signatures: HMAC-SHA256 over `<unix>.` and the raw body, both ways.

const macOf = (unix, body) => createHmac('sha256', secret).update(`${unix}.`).update(body).digest();

function signed(body) {
  const unix = String(Math.floor(Date.now() / 1000)).padStart(10, '0');
  return {
    authorization: `HMAC ${agentId}/${credentialId}`,
    'x-agent-signature': `t=${unix},v1=${macOf(unix, body).toString('hex')}`,
  };
}

function isGenuine(header, authorization, body) {
  const [, unix, hex] = /^t=([0-9]{10}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (unix === undefined || !String(authorization).startsWith(`HMAC ${agentId}/`)) return false;
  if (Math.abs(Date.now() / 1000 - Number(unix)) > 300) return false;
  return timingSafeEqual(macOf(unix, body), Buffer.from(hex, 'hex'));
}

// --- Calls.

async function send(method, path, { body = Buffer.alloc(0), headers = {} } = {}) {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { ...signed(body), ...headers },
    ...(body.length > 0 ? { body } : {}),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${json.error.code}`);
  return json;
}

const get = (path) => send('GET', path);
/** `key` names the effect, so that whoever repeats the call repeats nothing else. */
function post(path, key, value) {
  const headers = { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) };
  return send('POST', path, { body: Buffer.from(JSON.stringify({ version, ...value })), headers });
}

const text = (words) => [{ type: 'text', text: words }];
const reply = ({ delivery_id: id }, part, blocks, more = {}) =>
  post('/hooks/v1/reply', `${id} ${part}`, { in_reply_to_delivery_id: id, blocks, ...more });
const update = ({ delivery_id: id }, status, note) =>
  post('/hooks/v1/task', `${id} ${status}`, { in_reply_to_delivery_id: id, status, note });

// --- What it does with each event. One that it does not know is acknowledged and ignored.

const commands = {
  async echo(envelope, words) {
    await reply(envelope, 'draft', text('…'), { partial: true });
    await reply(envelope, 'final', text(words));
  },
  async draw(envelope) {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const headers = { 'content-type': 'image/png', 'x-filename': 'pixel.png' };
    const { asset_id } = await send('POST', '/hooks/v1/assets', { body: Buffer.from(pixel, 'base64'), headers });
    await reply(envelope, 'image', [{ type: 'image', asset_id, alt_text: 'One pixel' }]);
  },
  async find(envelope, words) {
    const { items } = await get(`/hooks/v1/agents/search?q=${encodeURIComponent(words)}&limit=3`);
    await reply(envelope, 'found', text(items.map(({ handle }) => handle).join(', ') || 'nobody'));
  },
  async call(envelope, to_agent_id) {
    await reply(envelope, 'call', text('Could you help?'), { to_agent_id });
  },
  async tell(envelope, words) {
    const { conversation_id, delivery_id } = envelope;
    await post('/hooks/v1/proactive', `${delivery_id} tell`, { conversation_id, blocks: text(words) });
  },
  async time(envelope) {
    const { delivery_id: id } = envelope;
    const tool = { requested_scope: 'clock.read', tool: 'clock.now', arguments: {} };
    await post('/hooks/v1/tools/invoke', `${id} time`, { in_reply_to_delivery_id: id, ...tool });
  },
};

const events = {
  async 'message.created'(envelope) {
    for (const message of envelope.messages) {
      const files = (message.blocks ?? []).filter((block) => block.asset_id);
      for (const { asset_id } of files) await look(envelope, asset_id);
      const [, command, words] = /^(\w+) ?(.*)$/s.exec(message.text ?? '') ?? [];
      if (files.length === 0 && Object.hasOwn(commands, command)) await commands[command](envelope, words);
    }
  },
  async 'task.assigned'(envelope) {
    await update(envelope, 'in_progress', 'On it.');
    await update(envelope, 'completed', 'Done.');
  },
  async 'tool.result'(envelope) {
    const { outcome, tool } = envelope.tool_result;
    await reply(envelope, 'result', text(`${tool} ${outcome}`));
  },
  async 'agent.call'(envelope) {
    await reply(envelope, 'answer', text(`Called by ${envelope.agent_call.from_agent_id}.`));
  },
};

async function look(envelope, assetId) {
  const { url } = await get(`/hooks/v1/assets/${assetId}/url`);
  const bytes = await (await fetch(url)).arrayBuffer();
  await reply(envelope, `look ${assetId}`, text(`I see ${bytes.byteLength} bytes.`));
}

// --- Deliveries come at least once, so each is remembered; a real agent keeps this where a crash does not reach.

const seen = new Set();
function accept(body) {
  const envelope = JSON.parse(body.toString('utf8'));
  if (seen.has(envelope.delivery_id)) return;
  seen.add(envelope.delivery_id);
  const handle = Object.hasOwn(events, envelope.event) ? events[envelope.event] : async () => {};
  handle(envelope).catch((error) => console.error(String(error)));
}

async function follow() {
  const stream = await fetch(`${baseUrl}/hooks/v1/stream`, { headers: signed(Buffer.alloc(0)) });
  if (!stream.ok) throw new Error(`The stream was refused with ${stream.status}.`);
  let rest = '';
  for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + piece).split('\n\n');
    rest = frames.pop();
    for (const frame of frames) await take(Object.fromEntries(frame.split('\n').map((line) => line.split(/: ?(.*)/s, 2))));
  }
}

async function take({ event, data }) {
  if (event === 'ready') console.log('ready');
  if (event !== 'delivery') return;
  const { delivery_id: id, signature, authorization, body_base64 } = JSON.parse(data);
  const body = Buffer.from(body_base64, 'base64');
  const genuine = isGenuine(signature, authorization, body);
  if (genuine) accept(body);
  const said = genuine ? { status: 'accepted' } : { status: 'failed', error: 'The signature is wrong.' };
  await post(`/hooks/v1/deliveries/${id}/ack`, null, said);
}

function listen(port) {
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const genuine = isGenuine(request.headers['x-platform-signature'], request.headers.authorization, body);
    response.writeHead(genuine ? 202 : 401).end();
    if (genuine) accept(body);
  });
  server.listen(Number(port), '127.0.0.1', () => console.log(`ready on ${server.address().port}`));
}

/** A relay that ends is opened again; what came meanwhile waits with the platform. */
async function stayConnected() {
  for (;;) {
    await follow().catch((error) => console.error(String(error)));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

if (env.PORT !== undefined) listen(env.PORT);
else await stayConnected();
