import { isId } from '@parley/protocol';
import { hasHold } from '../../accounts/holds/hold-queries.ts';
import { byMachine } from '../../platform/audit/act.ts';
import type { Core } from '../../platform/routing/core.ts';

/** Records in the audit log that somebody at the machine reads what a hold keeps. Returns false if there is no such hold. */
export async function noteHeldRead(
  { storage, audit }: Pick<Core, 'storage' | 'audit'>,
  targetId: string,
): Promise<boolean> {
  const row = await storage.transaction(async (tx) => {
    if (!(await hasHold(tx, targetId))) return null;
    return isId('user', targetId)
      ? audit.write(tx, byMachine, 'person.held_read', { memberId: targetId })
      : audit.write(tx, byMachine, 'conversation.held_read', { conversationId: targetId });
  });
  if (row !== null) audit.committed([row]);
  return row !== null;
}
