import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { AnswerCookie, RequestHeaders } from '../../platform/routing/route.ts';
import type { SecretBox } from '../../platform/storage/secret-box.ts';
import { cookieIn, cookieName, cookiesIn } from './browser-cookie.ts';

/** How long a browser may take at a provider. */
export const flowMs = 10 * 60_000;

/** More sign-ins under way in one browser begin by forgetting the others. */
const flowsMax = 5;

/** A sign-in under way: what the browser keeps of it, sealed, in a cookie of its own. */
const flow = z.strictObject({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  invitation: z.string().nullable(),
  /** The session that links an identity; null for a sign-in. */
  linkFor: z.string().nullable(),
  expiresAt: z.number(),
});

export type Flow = z.infer<typeof flow>;

type FlowApp = { readonly config: Pick<Config, 'baseUrl'>; readonly secrets: SecretBox };

const beginning = 'parley_oidc_';

/** Begins a sign-in with new secrets. */
export function newFlow(
  of: Pick<Flow, 'providerId' | 'redirectUri' | 'returnTo' | 'invitation' | 'linkFor'>,
  nowMs: number,
): Flow {
  const secret = () => randomBytes(32).toString('base64url');
  return { ...of, state: secret(), nonce: secret(), verifier: secret(), expiresAt: nowMs + flowMs };
}

/** Returns the cookie of a sign-in. */
export function flowCookie({ config, secrets }: FlowApp, one: Flow): AnswerCookie {
  const name = nameOf(config, one.state);
  const sealed = secrets.seal(name, Buffer.from(JSON.stringify(one))).toString('base64url');
  return { name, value: `${secrets.keyId}.${sealed}`, maxAgeSeconds: flowMs / 1000 };
}

/** Reads the sign-in of a state from the browser's cookies. Null if this browser began none, or its time is over. */
export function readFlow(
  { config, secrets }: FlowApp,
  headers: RequestHeaders,
  state: string,
  nowMs: number,
): Flow | null {
  const name = nameOf(config, state);
  const [keyId = '', sealed = ''] = cookieIn(headers, name)?.split('.') ?? [];
  const opened = secrets.tryOpen(name, { keyId, bytes: Buffer.from(sealed, 'base64url') });
  if (opened === null) return null;
  const read = flow.safeParse(JSON.parse(opened.toString()));
  return read.success && read.data.state === state && read.data.expiresAt > nowMs ? read.data : null;
}

/** Returns the cookies that forget the other sign-ins of a browser that has too many under way. */
export function forgetOthers({ config }: Pick<FlowApp, 'config'>, headers: RequestHeaders): AnswerCookie[] {
  const start = cookieName(config, beginning);
  const names = [...cookiesIn(headers).keys()].filter((name) => name.startsWith(start));
  return names.length < flowsMax ? [] : names.map((name) => ({ name, value: null }));
}

/** Returns the cookie that forgets a sign-in. */
export function forgetFlow({ config }: Pick<FlowApp, 'config'>, state: string): AnswerCookie {
  return { name: nameOf(config, state), value: null };
}

function nameOf(config: Pick<Config, 'baseUrl'>, state: string): string {
  return cookieName(config, `${beginning}${hashToken(state).toString('hex').slice(0, 16)}`);
}
