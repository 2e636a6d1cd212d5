import type { FastifyReply } from 'fastify';
import { html } from '../http/contract/page/html.ts';
import { sendPlainPage } from '../http/pages/plain-page.ts';
import type { Caller } from '../platform/routing/route.ts';

/**
 * Asks a person who is already signed in whether the demo may replace their session in this browser. `path` receives
 * the confirmation by POST.
 */
export function askFirst(reply: FastifyReply, { displayName, handle }: Caller, path: string): FastifyReply {
  // Under the usual `no-referrer` policy the browser would send this form with `Origin: null`, and the cross-site check
  // would refuse it.
  reply.header('referrer-policy', 'same-origin');
  const body = html`<h1>You are signed in as ${displayName}</h1>
    <p>
      This link opens the demo as another person. A browser holds one person at a time, so <b>@${handle}</b> would be
      signed out here. Messages that wait to be sent are kept for ${displayName}; what was typed and not sent is removed
      from this browser.
    </p>
    <form method="post" action="${path}">
      <a class="plain" href="/">Stay as ${displayName}</a>
      <button type="submit">Sign out and open the demo</button>
    </form>`;
  return sendPlainPage(reply, { title: 'Open the demo?', body });
}
