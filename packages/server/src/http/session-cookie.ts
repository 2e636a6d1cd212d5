import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';
import { sessionMs } from '../users/start-session.ts';

const names = ['parley_session', '__Host-parley_session'] as const;

/** Reads and writes the cookie that carries a session's token. On https its name has the `__Host-` prefix, which browsers enforce. */
export function sessionCookie(config: Pick<Config, 'baseUrl'>) {
  const secure = config.baseUrl?.startsWith('https:') ?? false;
  const name = names[secure ? 1 : 0];
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request: FastifyRequest): string | null => request.cookies[name] ?? null,
    /** Whether the request brings a session's cookie at all, by the name that it has here or elsewhere. */
    isSent: ({ cookies }: FastifyRequest): boolean => names.some((known) => cookies[known] !== undefined),
    write(reply: FastifyReply, token: string | null, lastsMs = sessionMs): void {
      if (token === null) reply.clearCookie(name, options);
      else reply.setCookie(name, token, { ...options, maxAge: lastsMs / 1000 });
    },
  };
}
