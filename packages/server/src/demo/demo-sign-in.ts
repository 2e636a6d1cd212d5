import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../chat/conversations/app.ts';
import { sessionCookie } from '../http/doors/session-cookie.ts';
import { startSession } from '../accounts/users/start-session.ts';
import type { DemoRow } from './queries.ts';

/** The person who is signed in, and the conversation that opens. */
export type DemoWay = Pick<DemoRow, 'user_id' | 'conversation_id'>;

/** Lifetime of the demo's session. After a day, a visitor signs up or restarts the server. */
const demoSessionMs = 24 * 60 * 60_000;

/** The app's first page reads its start path from this cookie: the conversation is a path of the app. */
const startCookie = 'parley_start';

/** Returns what signs a browser in as the demo's person, with the cookies that an answer then has. */
export function demoSignIn(app: App): (request: FastifyRequest, reply: FastifyReply, way: DemoWay) => Promise<void> {
  const cookie = sessionCookie(app.config);
  return async (request, reply, { user_id: userId, conversation_id: conversationId }) => {
    const userAgent = request.headers['user-agent'];
    const start = { userId, nowMs: app.clock.now(), userAgent, lastsMs: demoSessionMs };
    cookie.write(reply, await startSession(app.storage.db, start), demoSessionMs);
    reply.setCookie(startCookie, conversationId, { path: '/', sameSite: 'lax', maxAge: 60 });
  };
}
