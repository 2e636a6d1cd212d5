import { isId, type UserId } from '@parley/protocol';
import { deleteHold } from '../../accounts/holds/hold-queries.ts';
import type { App } from '../../chat/conversations/app.ts';
import { forgetPurged } from '../../chat/conversations/retention-queries.ts';
import { lockAsAdmin } from '../roles/lock-admins.ts';

/**
 * Ends a legal hold. The janitor erases what was kept for it alone, and the next purge looks at all old messages again.
 */
export async function endHold({ commit }: Pick<App, 'commit'>, by: UserId, targetId: string): Promise<void> {
  await commit(async ({ tx, audit }) => {
    await lockAsAdmin(tx, by);
    if (!(await deleteHold(tx, targetId))) return;
    await forgetPurged(tx);
    await (isId('user', targetId)
      ? audit('person.hold_ended', { memberId: targetId })
      : audit('conversation.hold_ended', { conversationId: targetId }));
  });
}
