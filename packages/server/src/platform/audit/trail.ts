import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { auditActions, auditTargets, monotonicUlid, type AuditAction, type UserId } from '@parley/protocol';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Storage, Tx } from '../storage/storage.ts';
import type { Clock } from '../time/clock.ts';
import { RecentMap } from '../time/recent-map.ts';
import type { Act } from './act.ts';
import { macOf, type AuditKey } from './audit-keys.ts';
import { insertAuditRow, type AuditContent, type Head } from './audit-queries.ts';
import { sealRows } from './seal.ts';

/** Ids, scopes, states and counts; members that are undefined are left out. No names, no texts. */
export type AuditIds = Readonly<Record<string, unknown>>;

/** A row that a transaction has written. */
export interface WrittenRow extends Pick<
  AuditContent,
  'row_id' | 'at' | 'action' | 'target_id' | 'actor_id' | 'details'
> {
  /** The line of the log that tells of it. */
  readonly line: AuditIds;
}

/** Who a failed attempt was for: a person, what was typed where nobody has such a handle, or null for a directory. */
export type Attempted = { readonly userId: UserId } | { readonly typed: string } | null;

/** Writes the audit log (§18). Use cases reach it as `work.audit`. */
export interface AuditTrail {
  /** Writes a row in the transaction that makes the change. `as` is the actor where the request itself proves who acts. */
  write(tx: Tx, act: Act, action: AuditAction, ids: AuditIds, as?: UserId): Promise<WrittenRow>;
  /** Logs rows whose transaction has committed, and has them sealed. */
  committed(rows: readonly WrittenRow[]): void;
  /** Writes a row of a failed attempt: the 1st, 10th, 100th of a burst. Never rejects. */
  refused(act: Act, action: 'session.refused' | 'password.refused', who: Attempted): Promise<void>;
  /** Adds all committed rows to the chain, and returns its end. */
  seal(): Promise<Head>;
  /** Listens for committed rows. */
  onCommitted(listener: (rows: readonly WrittenRow[]) => void): void;
}

interface TrailParts {
  readonly storage: Pick<Storage, 'transaction'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretBox;
}

/** How many people and addresses with failed attempts are remembered. */
const burstsMax = 10_000;
/** After so long without a failed attempt, the next one begins a burst. */
const burstEndsMs = 10 * 60_000;

export function openTrail(parts: TrailParts, key: AuditKey): AuditTrail {
  const { storage, clock, log, secrets } = parts;
  const listeners: ((rows: readonly WrittenRow[]) => void)[] = [];
  const bursts = new RecentMap<string, { readonly count: number; readonly until: number }>(burstsMax);
  const trail: AuditTrail = {
    async write(tx, act, action, ids, as) {
      const row = { ...contentOf(act, action, ids, as), row_id: monotonicUlid(clock.now()), at: new Date(clock.now()) };
      await insertAuditRow(tx, { ...row, key_position: key.position, mac: macOf(key.bytes, row) });
      const { row_id, at, target_id, actor_id, details } = row;
      return { row_id, at, action, target_id, actor_id, details, line: lineOf(act, action, ids, row.actor_id) };
    },
    committed(rows) {
      if (rows.length === 0) return;
      for (const { line } of rows) log.info(line, 'audit');
      for (const listener of listeners) listener(rows);
    },
    async refused(act, action, who) {
      log.info({ audit: action, requestId: act.requestId }, 'audit');
      const whom = idsOf(who, secrets);
      const name = JSON.stringify([action, whom, act.addressGroup]);
      const now = clock.now();
      const burst = bursts.get(name);
      const count = burst !== undefined && now < burst.until ? burst.count + 1 : 1;
      bursts.set(name, { count, until: now + burstEndsMs });
      if (!/^10*$/.test(String(count))) return;
      try {
        const row = await storage.transaction((tx) => trail.write(tx, act, action, { ...whom, attempts: count }));
        for (const listener of listeners) listener([row]);
      } catch (error) {
        log.warn({ err: error }, 'audit row of a refused attempt was not written');
      }
    },
    seal: () => sealRows(storage, key),
    onCommitted: (listener) => void listeners.push(listener),
  };
  return trail;
}

function contentOf({ actor, tokenId, addressGroup, requestId }: Act, action: AuditAction, ids: AuditIds, as?: UserId) {
  const { target } = auditActions[action];
  const named = auditTargets[target];
  const { [named ?? '']: id, ...others } = ids;
  const actorId = as ?? actor.id;
  const details = { ...others, ...(tokenId !== null && { byTokenId: tokenId }) };
  return {
    actor_type: as === undefined ? actor.type : ('user' as const),
    actor_id: actorId,
    action,
    target_type: target,
    target_id: typeof id === 'string' ? id : target === 'user' && ids['typed'] === undefined ? actorId : null,
    details: JSON.stringify(details),
    address_group: addressGroup,
    request_id: requestId,
  };
}

function lineOf(act: Act, action: AuditAction, ids: AuditIds, actorId: string | null): AuditIds {
  return {
    audit: action,
    ...(actorId !== null && { [act.actor.type === 'agent' ? 'agentId' : 'userId']: actorId }),
    ...(act.tokenId !== null && { byTokenId: act.tokenId }),
    ...ids,
    ...(act.requestId !== null && { requestId: act.requestId }),
  };
}

function idsOf(who: Attempted, secrets: SecretBox): AuditIds {
  if (who === null) return {};
  return 'userId' in who ? { memberId: who.userId } : { typed: hashTyped(secrets, who.typed) };
}

function hashTyped(secrets: SecretBox, typed: string): string {
  return createHmac('sha256', secrets.derive('audit handles')).update(typed.toLowerCase()).digest('hex').slice(0, 32);
}
