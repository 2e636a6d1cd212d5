import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { sessionMs } from '../users/start-session.ts';

/** Reads and writes the cookie that carries a session's token. On https its name has the `__Host-` prefix, which browsers enforce. */
export function sessionCookie(config: Pick<Config, 'baseUrl'>) {
  const secure = config.baseUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-parley_session' : 'parley_session';
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    write(reply: FastifyReply, token: string | null, lastsMs = sessionMs): void {
      if (token === null) reply.clearCookie(name, options);
      else reply.setCookie(name, token, { ...options, maxAge: lastsMs / 1000 });
    },
  };
}
