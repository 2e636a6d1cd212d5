import { refusals } from '@parley/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hostName } from '../../platform/settings/host-name.ts';
import { html, type Html } from '../contract/page/html.ts';
import { answerError, casingOf } from '../errors.ts';
import type { Refused } from '../../platform/routing/refusal.ts';
import { sendPlainPage } from './plain-page.ts';
import { wantsPage } from './wants-page.ts';

/**
 * A host name that is not this server's, and the refusal for it. `host` is empty if the request names none or several.
 */
export interface StrangeHost {
  readonly host: string;
  readonly refused: Refused;
}

/** Refuses a request for an unknown host: with a page that names the setting if a browser navigates, else as JSON. */
export function answerStrangeHost(
  { host, refused }: StrangeHost,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (refused.refusal.code !== 'misdirected_request' || !wantsPage(request)) {
    return answerError(refused, request, reply, casingOf(request));
  }
  reply.refusalCode = 'misdirected_request';
  reply.code(refusals.misdirected_request.status);
  return sendPlainPage(reply, { title: 'Unknown name', body: explain(host, request.id) });
}

/** Longer than any valid host name. */
const mostCharacters = 253;

function explain(host: string, requestId: string): Html {
  const name = hostName(host);
  const shown = host.slice(0, mostCharacters);
  return html`<h1>
      This Parley server does not know the name ${shown === '' ? 'that you used' : html`<q>${shown}</q>`}
    </h1>
    <p>
      You reached a Parley server, but under a name that it was not told about. It answers only to names that it knows.
    </p>
    <h2>If you run this server</h2>
    <p>Add the name to <code>PARLEY_ALLOWED_HOSTS</code> and start the server again:</p>
    <pre><code>PARLEY_ALLOWED_HOSTS=${name === null ? 'parley.example' : name.slice(0, mostCharacters)}</code></pre>
    <p>Several names are separated by commas. <code>PARLEY_BASE_URL</code> is for the address that everybody uses.</p>
    <h2>If you do not</h2>
    <p>Use the address that you were given, or ask the operator.</p>
    <small>421 misdirected_request · ${requestId}</small>`;
}
