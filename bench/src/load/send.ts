import { randomUUID } from 'node:crypto';

/** Who sends, and to which room. */
export interface Send {
  readonly path: string;
  readonly cookie: string;
  /** The agent in the room, where it is of interest. */
  readonly agent?: SendAgent;
}

export interface SendAgent {
  readonly agentId: string;
  readonly credentialId: string;
  readonly secret: string;
}

/** The id of the room that a send goes to. */
export function conversationOf({ path }: Send): string {
  return path.split('/')[3] ?? '';
}

const body = JSON.stringify({
  text: 'Good morning! Could you look at the open orders of last week, and tell me which of them are still waiting for a part?',
});

/** What every message says. */
export function bodyOf(): string {
  return body;
}

/** The bytes of one request that sends a message, with an idempotency key of its own. */
export function requestOf({ path, cookie }: Send): string {
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `cookie: ${cookie}`,
    'content-type: application/json',
    `idempotency-key: ${randomUUID()}`,
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
