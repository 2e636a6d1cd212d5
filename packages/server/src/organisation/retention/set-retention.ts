import type { Retention, UserId } from '@parley/protocol';
import type { App } from '../../chat/conversations/app.ts';
import { findRules, putRule } from '../../chat/conversations/retention-queries.ts';
import { lockName } from '../../platform/storage/lock-name.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';
import { daysInForce, nextRule } from './next-rule.ts';
import { readRetention } from './read-retention.ts';

/** Sets how long the server keeps messages. Returns it with what is deleted next. */
export async function setRetention(
  { commit, clock }: Pick<App, 'commit' | 'clock'>,
  by: UserId,
  days: number | null,
): Promise<Retention> {
  return commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    await lockName(tx, 'retention');
    const [rule] = await findRules(tx, ['server']);
    const nowMs = clock.now();
    const next = nextRule('server', rule, { days, inForce: daysInForce(rule, nowMs), nowMs });
    if (next !== rule) {
      await putRule(tx, next);
      await audit('retention.changed', { messagesDays: days });
    }
    return readRetention(tx, nowMs);
  });
}
