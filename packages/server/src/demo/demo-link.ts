import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../conversations/app.ts';
import { answerError } from '../http/errors.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import { Refused } from '../routing/refusal.ts';
import { startSession } from '../users/start-session.ts';
import type { DemoRow } from './queries.ts';

/** Long enough to come back to the terminal for, short enough that a link in a log or a chat opens nothing later on. */
const linkMs = 60 * 60_000;
/** Whoever looked around for a day signs up, or starts the server again. */
const demoSessionMs = 24 * 60 * 60_000;

/** Where the app begins, read by its first page: the link answers with `/`, and the conversation is a place of the app. */
const startCookie = 'parley_start';

/** Whom the link signs in, and the conversation that it opens. */
type DemoWay = Pick<DemoRow, 'user_id' | 'conversation_id'>;

/** The link that signs the demo's person in, for an hour from the start and then no more. Its token is new at each start. */
export function demoLink(app: App, server: FastifyInstance): { readonly path: string; openFor(demo: DemoWay): void } {
  const token = randomBytes(24).toString('base64url');
  const cookie = sessionCookie(app.config);
  const endsAt = app.clock.now() + linkMs;
  let demo: DemoWay | null = null;
  server.get<{ Params: { token: string } }>('/demo/:token', async (request, reply) => {
    const given = Buffer.from(request.params.token);
    const fits = given.length === token.length && timingSafeEqual(given, Buffer.from(token));
    const now = app.clock.now();
    if (!fits || demo === null) return answerError(new Refused({ code: 'not_found' }), request, reply, 'camel');
    if (now >= endsAt) return answerError(new Refused({ code: 'not_found', message: ended }), request, reply, 'camel');
    // HEAD is sent by whoever previews links, and signs nobody in.
    if (request.method === 'GET') {
      const userAgent = request.headers['user-agent'];
      const start = { userId: demo.user_id, nowMs: now, userAgent, lastsMs: demoSessionMs };
      cookie.write(reply, await startSession(app.storage.db, start), demoSessionMs);
      reply.setCookie(startCookie, demo.conversation_id, { path: '/', sameSite: 'lax', maxAge: 60 });
    }
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
  return {
    path: `/demo/${token}`,
    openFor(opened) {
      demo = opened;
    },
  };
}

const ended = 'This link was good for an hour. The server prints a new one when it starts.';
