import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { newId, sendMessageBody } from '@parley/protocol';
import type { PeerQueue } from './peer-queue.ts';
import type { PeerAgent } from './post-delivery.ts';
import { findPerson, type PersonRow } from './tables.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The product's route for sending, before another queue: the session is looked up by a query, the body parsed strictly against the
 * product's own schema, an envelope made, one job queued, and the answer has the product's shape. It checks no membership, keeps no
 * idempotency key and numbers no messages, which is all in the peer's favour.
 */
export async function peerHttp(pool: Pool, queue: PeerQueue, agents: readonly PeerAgent[]): Promise<FastifyInstance> {
  const server = fastify({ logger: false, bodyLimit: 256 * 1024 });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await server.register(cookie);

  const callers = new WeakMap<object, PersonRow>();
  server.route<{ Params: { conversationId: string } }>({
    method: 'POST',
    url: '/v1/conversations/:conversationId/messages',
    onRequest: async (request, reply) => {
      const token = request.cookies['parley_session'];
      const caller = token === undefined ? null : await findPerson(pool, token);
      if (!caller) return reply.code(401).send({ error: { code: 'unauthenticated' } });
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const parsed = sendMessageBody.safeParse(JSON.parse(utf8.decode(request.body as Buffer)));
      if (!parsed.success) return reply.code(400).send({ error: { code: 'malformed_request' } });
      const { conversationId } = request.params;
      const sent = seal(
        callers.get(request) as PersonRow,
        agentOf(conversationId, agents),
        conversationId,
        parsed.data.text,
      );
      await queue.enqueue(sent.job);
      reply.code(201).header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8');
      return reply.send(JSON.stringify(sent.answer));
    },
  });
  return server;
}

/** Which agent sits in a room: any rule does, as long as rooms spread over agents. */
function agentOf(conversationId: string, agents: readonly PeerAgent[]): PeerAgent {
  const last =
    conversationId.charCodeAt(conversationId.length - 1) + 32 * conversationId.charCodeAt(conversationId.length - 2);
  return agents[last % agents.length] as PeerAgent;
}

function seal(person: PersonRow, { agentId }: PeerAgent, conversationId: string, text: string) {
  const now = Date.now();
  const createdAt = new Date(now).toISOString();
  const messageId = newId('message', now);
  const deliveryId = newId('delivery', now);
  const envelope = {
    version: '1',
    delivery_id: deliveryId,
    event: 'message.created',
    agent_id: agentId,
    conversation_id: conversationId,
    created_at: createdAt,
    user: { id: person.user_id, locale: person.locale, timezone: person.timezone },
    task_id: null,
    messages: [{ id: messageId, author: 'user', author_id: person.user_id, text, created_at: createdAt }],
  };
  const deliveries = [{ agentId, deliveryId, dispatchedAt: null, status: 'pending' }];
  return {
    job: { deliveryId, agentId, body: JSON.stringify(envelope) },
    answer: { messageId, conversationId, seq: 1, body: text, createdAt, deliveries },
  };
}
