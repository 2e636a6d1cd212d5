import type { ReadinessReason } from '@parley/protocol';
import type { App } from '../chat/conversations/app.ts';
import { migrations } from '../platform/storage/migrations/index.ts';
import { objectionTo, readSchemaState, type SchemaState } from '../platform/storage/schema-demand.ts';
import type { ReadinessPart } from '../platform/telemetry/readiness.ts';
import { firstWithin } from '../platform/time/first-within.ts';

const answerWithinMs = 2_000;

/**
 * Returns the readiness check of the database: whether it answers, and whether this server can use its schema. The
 * schema stops fitting when a newer server migrates it, or when an operator restores an older backup. Each new reason
 * is logged once.
 */
export function schemaReadiness({ storage, log }: Pick<App, 'storage' | 'log'>): ReadinessPart {
  const own = Object.keys(migrations);
  let logged: ReadinessReason | null = null;

  return async () => {
    const reading = readSchemaState(storage.db, own).catch(() => undefined);
    const state = await firstWithin(answerWithinMs, reading, undefined);
    if (state === undefined) return ['database_unavailable'];
    const reason = reasonFrom(state, own.length);
    if (reason !== null && reason !== logged) log.error({ reason, schema: state }, 'schema does not fit this server');
    logged = reason;
    return reason === null ? [] : [reason];
  };
}

function reasonFrom(state: SchemaState | null, needed: number): ReadinessReason | null {
  if (state === null) return 'migrations';
  if (objectionTo(state) !== null) return 'version';
  return state.executed < needed ? 'migrations' : null;
}
