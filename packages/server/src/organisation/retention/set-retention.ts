import type { UserId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { findRules, putRule } from '../../chat/conversations/retention-queries.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { daysInForce, nextRule } from './next-rule.ts';

/** Sets how long the server keeps messages. */
export async function setRetention(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  by: UserId,
  days: number | null,
): Promise<void> {
  await commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    await lockName(tx, 'retention');
    const [rule] = await findRules(tx, ['server']);
    const nowMs = clock.now();
    const next = nextRule('server', rule, { days, inForce: daysInForce(rule, nowMs), nowMs });
    if (next === rule) return;
    await putRule(tx, next);
    await audit('retention.changed', { messagesDays: days, inForceAt: next.in_force_at?.toISOString() });
  });
}
