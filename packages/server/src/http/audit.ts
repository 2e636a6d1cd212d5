import { routes, type HumanRow, type RouteName } from '@parley/protocol';
import type { Logger } from 'pino';
import { JsonText } from '../routing/json-text.ts';
import { Refused } from '../routing/refusal.ts';
import type { Caller } from '../routing/route.ts';
import { isSpecial } from './answer.ts';
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

/** Logs one line where an answered request changed somebody's authority. To be called after the commit. */
export function audit(log: Pick<Logger, 'info'>, request: Request, answer: unknown): void {
  const entry = entries.get(request.row);
  if (entry === undefined || isReplayed(answer)) return;
  const seen: Seen = { params: request.params, body: request.body, item: itemOf(answer) };
  const what = typeof entry.audit === 'string' ? entry.audit : entry.audit(seen);
  if (what === null) return;
  const { caller, requestId } = request;
  log.info({ audit: what, ...pick(caller, ['userId']), ...byToken(caller), ...entry.ids(seen), requestId }, 'audit');
}

/** Which token stood for the person, where one did. */
function byToken(caller: Request['caller']) {
  return caller?.proof.kind === 'token' ? { byTokenId: caller.proof.id } : {};
}

/** Logs one line where somebody was not let in. Who it was meant to be is not known for certain, so it is not said. */
export function auditFailure(log: Pick<Logger, 'info'>, requestId: string, error: unknown): void {
  if (!(error instanceof Refused)) return;
  const { code } = error.refusal;
  if (code === 'sign_in_failed') log.info({ audit: 'session.refused', requestId }, 'audit');
  if (code === 'password_wrong') log.info({ audit: 'password.refused', requestId }, 'audit');
}

function isReplayed(answer: unknown): boolean {
  return isSpecial(answer) && 'replayed' in answer && answer.replayed;
}

/** The item within whatever a handler gives; what was written already is read again, which few routes need. */
function itemOf(answer: unknown): unknown {
  if (answer instanceof JsonText) return itemOf(JSON.parse(answer.text));
  if (isSpecial(answer)) {
    if ('json' in answer) return itemOf(answer.json);
    return 'body' in answer ? itemOf(JSON.parse(answer.body)) : undefined;
  }
  const { item, credential } = pick(answer, ['item', 'credential']);
  return { ...(item ?? {}), ...pick(credential, ['credentialId']) };
}
