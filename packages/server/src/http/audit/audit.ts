import { routes, type HumanRow, type RouteName } from '@parley/protocol';
import type { Logger } from 'pino';
import { JsonText } from '../../platform/routing/json-text.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { isSpecial } from '../doors/answer.ts';
import { audited, pick, type AuditEntry, type Seen } from './audited-routes.ts';

const entries = new Map<HumanRow, AuditEntry>(
  Object.entries(audited).map(([name, entry]) => [routes[name as RouteName] as HumanRow, entry]),
);

interface Request {
  readonly row: HumanRow;
  readonly requestId: string;
  readonly caller: Pick<Caller, 'userId' | 'proof'> | null;
  readonly params: unknown;
  readonly body: unknown;
}

/** Logs one line if an answered request changed a person's or agent's authority. Call it after the commit. */
export function audit(log: Pick<Logger, 'info'>, request: Request, answer: unknown): void {
  const entry = entries.get(request.row);
  if (entry === undefined || isReplayed(answer)) return;
  const seen: Seen = { params: request.params, body: request.body, item: itemOf(answer) };
  const what = typeof entry.audit === 'string' ? entry.audit : entry.audit(seen);
  if (what === null) return;
  const { caller, requestId } = request;
  log.info({ audit: what, ...pick(caller, ['userId']), ...byToken(caller), ...entry.ids(seen), requestId }, 'audit');
}

/** Returns the id of the token that authenticated the person, if it was a token. */
function byToken(caller: Request['caller']) {
  return caller?.proof.kind === 'token' ? { byTokenId: caller.proof.id } : {};
}

/** Logs one line if a sign-in or password check failed. Names no person, because the attempt proves no identity. */
export function auditFailure(log: Pick<Logger, 'info'>, requestId: string, error: unknown): void {
  if (!(error instanceof Refused)) return;
  const { code } = error.refusal;
  if (code === 'sign_in_failed') log.info({ audit: 'session.refused', requestId }, 'audit');
  if (code === 'password_wrong') log.info({ audit: 'password.refused', requestId }, 'audit');
}

function isReplayed(answer: unknown): boolean {
  return isSpecial(answer) && 'replayed' in answer && answer.replayed;
}

/** Returns the item of a handler's result. Parses a result that is already serialized, which few routes have. */
function itemOf(answer: unknown): unknown {
  if (answer instanceof JsonText) return itemOf(JSON.parse(answer.text));
  if (isSpecial(answer)) {
    if ('json' in answer) return itemOf(answer.json);
    return 'body' in answer ? itemOf(JSON.parse(answer.body)) : undefined;
  }
  const { item, credential, standingGrant } = pick(answer, ['item', 'credential', 'standingGrant']);
  return { ...(item ?? {}), ...pick(credential, ['credentialId']), ...pick(standingGrant, ['grantId']) };
}
