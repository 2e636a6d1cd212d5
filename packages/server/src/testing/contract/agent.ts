import { call, type Answer, type Json } from './http.ts';
import { freshHandle, type Person } from './person.ts';
import { openRelay, type Relay } from './relay.ts';
import type { Server } from './server.ts';
import { sign } from './signature.ts';

/** How a signed request differs from a correct one. */
export interface Signing {
  key?: string;
  headers?: Record<string, string>;
  /** The time that is signed, in seconds. Default: the clock's. */
  unix?: number;
  authorization?: string;
  signature?: string;
  method?: string;
}

/** An agent with its ids and its secret, as its author runs it. */
export interface Agent {
  server: Server;
  owner: Person;
  agentId: string;
  handle: string;
  name: string;
  credentialId: string;
  secret: string;
  authorization: string;
  /** Returns the clock's time in seconds, as in signatures. */
  unix(): number;
  /** Sends a signed request: an object as JSON, bytes and strings unchanged, undefined as no body. */
  send(path: string, body?: unknown, signing?: Signing): Promise<Answer>;
  /** Sends a final reply. A string is short for one text block. */
  reply(
    deliveryId: string,
    blocks: Json[] | string,
    more?: Record<string, unknown>,
    signing?: Signing,
  ): Promise<Answer>;
  ack(deliveryId: string, body?: Record<string, unknown>): Promise<Answer>;
  stream(): Promise<Relay>;
}

export interface Credential {
  credentialId: string;
  secret: string;
}

/** Returns a valid manifest. */
export function manifest(change: Record<string, unknown> = {}): Json {
  return {
    version: '1',
    handle: freshHandle('a'),
    name: 'Echo',
    description: 'Says again what it hears.',
    transport: 'relay',
    requested_scopes: [],
    ...change,
  };
}

/** Registers an agent for its owner: a private relay agent, unless `change` says otherwise. */
export async function registerAgent(
  server: Server,
  owner: Person,
  change: Record<string, unknown> = {},
): Promise<Agent> {
  const answer = await owner.post('/v1/agents', { manifest: manifest(change) });
  if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}: ${answer.text}`);
  const { agentId, handle, name } = answer.body.item;
  return agentWith(server, owner, { agentId, handle, name }, answer.body.credential);
}

/** Returns the same agent with another of its credentials. */
export function agentWith(
  server: Server,
  owner: Person,
  about: { agentId: string; handle: string; name: string },
  { credentialId, secret }: Credential,
): Agent {
  const authorization = `HMAC ${about.agentId}/${credentialId}`;
  const unix = () => Math.floor(server.clock.now() / 1000);
  const send: Agent['send'] = (path, body, signing = {}) => {
    const raw = rawBody(body);
    const headers: Record<string, string> = {
      authorization: signing.authorization ?? authorization,
      'x-agent-signature': signing.signature ?? sign(secret, signing.unix ?? unix(), raw),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(signing.key === undefined ? {} : { 'idempotency-key': signing.key }),
      ...signing.headers,
    };
    const method = signing.method ?? (body === undefined ? 'GET' : 'POST');
    return call(server.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body: raw as BodyInit }) });
  };
  return {
    ...about,
    server,
    owner,
    credentialId,
    secret,
    authorization,
    unix,
    send,
    reply: (deliveryId, blocks, more = {}, signing = {}) =>
      send('/hooks/v1/reply', replyTo(deliveryId, blocks, more), signing),
    ack: (deliveryId, body = { version: '1', status: 'accepted' }) =>
      send(`/hooks/v1/deliveries/${deliveryId}/ack`, body),
    stream: () => openRelay(server, secret, { authorization, 'x-agent-signature': sign(secret, unix()) }),
  };
}

/** Returns the body of a reply. */
export function replyTo(deliveryId: string, blocks: Json[] | string, more: Record<string, unknown> = {}): Json {
  const list = typeof blocks === 'string' ? [{ type: 'text', text: blocks }] : blocks;
  return { version: '1', in_reply_to_delivery_id: deliveryId, blocks: list, ...more };
}

function rawBody(body: unknown): string | Uint8Array {
  if (body === undefined) return '';
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}
