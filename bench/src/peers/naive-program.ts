import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { newId } from '@parley/protocol';
import { answerQuestions } from '../processes/conversation.ts';

export interface NaiveOrder {
  readonly databaseUrl: string;
  readonly poolSize: number;
}

const insert = {
  name: 'insert_said',
  text: 'insert into said (message_id, room, idempotency_key, body) values ($1, $2, $3, $4)',
};

/** The least that can be called a durable send: one row with a unique key, committed before the answer. It asks nobody who they are. */
answerQuestions({
  async serve({ databaseUrl, poolSize }: NaiveOrder): Promise<number> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize, keepAlive: true });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const server = createServer((request, response) => {
      const answer = (status: number, said: unknown) => {
        const text = JSON.stringify(said);
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
        response.end(text);
      };
      store(pool, request).then(
        (messageId) => answer(201, { messageId, deliveries: [] }),
        (error: unknown) => answer(500, { error: String(error) }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.once('SIGTERM', () => process.exit(0));
    return (server.address() as AddressInfo).port;
  },
});

async function store(pool: pg.Pool, request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { text } = JSON.parse(Buffer.concat(parts).toString()) as { text: string };
  const messageId = newId('message', Date.now());
  await pool.query({ ...insert, values: [messageId, request.url, request.headers['idempotency-key'], text] });
  return messageId;
}
