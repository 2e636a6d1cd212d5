import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html, Html } from '../contract/page/html.ts';

/** Sends a page without scripts or other files. A form on it can post to this server only. */
export function sendPlainPage(
  reply: FastifyReply,
  { title, body }: { readonly title: string; readonly body: Html },
): FastifyReply {
  const page = html`<html lang="en">
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title} · Parley</title>
    ${styleElement}
    <main>${body}</main>
  </html>`;
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    })
    .send(`<!doctype html>${page.text}`);
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 12vh auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
pre { padding: .75rem 1rem; border: 1px solid color-mix(in srgb, currentcolor 25%, transparent); border-radius: .5rem; white-space: pre-wrap; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; align-items: center; }
button, .plain { font: inherit; min-height: 44px; padding: 0 1rem; border: 1px solid currentcolor; border-radius: .5rem; display: inline-flex; align-items: center; color: inherit; background: none; text-decoration: none; cursor: pointer; }
small { display: block; margin-top: 3rem; opacity: .7; }
`;

// The page's policy allows exactly this style, by its hash.
const styleElement = new Html(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
