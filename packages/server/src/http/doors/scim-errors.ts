import { refusals, statusOfRefusal, type RefusalCode } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ScimError, type ScimType } from '../../organisation/scim/scim-error.ts';
import { retryAfterOf, asRefusal } from '../errors.ts';

/** The kinds of SCIM's errors that refusals of the other doors are. */
const kinds: Readonly<Partial<Record<RefusalCode, ScimType>>> = {
  malformed_request: 'invalidSyntax',
  email_taken: 'uniqueness',
};

/** Converts any error to the form of RFC 7644 §3.12. An unexpected one is logged and answered without details. */
export function answerScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ScimError) return send(request, reply, error.status, error.scimType, error.message);
  const refusal = asRefusal(error);
  const { code, message = refusals[code].message } = refusal;
  reply.refusalCode = code;
  if (code === 'internal_error') request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  const retryAfter = retryAfterOf(error, code);
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  if (code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  return send(request, reply, statusOfRefusal(code), kinds[code] ?? null, message);
}

/** Returns the media type of an answer: that of SCIM, or plain JSON for a client that asks for it alone. */
export function scimType({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const accepts = headers.accept ?? '';
  const isPlain = /application\/json/i.test(accepts) && !/application\/scim\+json/i.test(accepts);
  return `application/${isPlain ? 'json' : 'scim+json'}; charset=utf-8`;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  type: ScimType | null,
  detail: string,
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', scimType(request))
    .header('cache-control', 'no-store')
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(type !== null && { scimType: type }),
        detail,
      }),
    );
}
