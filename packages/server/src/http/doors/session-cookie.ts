import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/settings/config.ts';
import type { AnswerCookie } from '../../platform/routing/route.ts';
import { sessionMs } from '../../accounts/users/start-session.ts';

const names = ['parley_session', '__Host-parley_session'] as const;

/**
 * Reads and writes the cookie with a session's token. On https its name has the `__Host-` prefix, which browsers
 * enforce.
 */
export function sessionCookie(config: Pick<Config, 'baseUrl'>) {
  const secure = config.baseUrl?.startsWith('https:') ?? false;
  const name = names[secure ? 1 : 0];
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    /** Returns whether the request has a session cookie under either name, http or https. */
    isSent: ({ cookies }: FastifyRequest): boolean => names.some((known) => cookies[known] !== undefined),
    write(reply: FastifyReply, token: string | null, lastsMs = sessionMs): void {
      if (token === null) reply.clearCookie(name, options);
      else reply.setCookie(name, token, { ...options, maxAge: lastsMs / 1000 });
    },
    /** Writes the other cookies of an answer. */
    writeAlso(reply: FastifyReply, cookies: readonly AnswerCookie[]): void {
      for (const { name: other, value, maxAgeSeconds, isReadable } of cookies) {
        const how = { ...options, httpOnly: isReadable !== true };
        if (value === null) reply.clearCookie(other, how);
        else reply.setCookie(other, value, maxAgeSeconds === undefined ? how : { ...how, maxAge: maxAgeSeconds });
      }
    },
  };
}
