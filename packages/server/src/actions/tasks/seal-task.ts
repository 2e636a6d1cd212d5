import type { StoredBlock } from '@parley/protocol';
import type { NewDelivery } from '../../engine/deliveries/delivery.ts';
import type { MessageRow } from '../../chat/conversations/message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../../chat/transcript/seal-delivery.ts';
import type { Trace } from '../../platform/telemetry/trace.ts';
import type { TaskRow } from './task.ts';

/** Seals a delivery that assigns or cancels a task. Both contain the instructions. */
export function sealTask(
  event: 'task.assigned' | 'task.cancelled',
  of: {
    readonly task: TaskRow;
    readonly instructions: MessageRow;
    readonly user: EnvelopeUser;
    readonly at: Date;
    /** Whether the sender of the instructions sees the delivery status. */
    readonly tracked: boolean;
    readonly trace?: Trace | null;
  },
  nowMs: number,
): NewDelivery {
  return sealDelivery(
    {
      event,
      agentId: of.task.agent_id,
      conversationId: of.task.conversation_id,
      user: of.user,
      payload: {
        messages: [envelopeMessage({ ...of.instructions, blocks: inState(of.task, of.instructions.blocks) })],
      },
      createdAt: of.at,
      taskId: of.task.task_id,
      trace: of.trace ?? null,
      ...(of.tracked ? { messageId: of.instructions.message_id } : {}),
    },
    nowMs,
  );
}

/**
 * Sets the current status in the task's block. The message may be older: it was written while the task waited for its
 * agent.
 */
function inState({ task_id: taskId, status }: TaskRow, blocks: readonly StoredBlock[]): StoredBlock[] {
  return blocks.map((block) =>
    block.type === 'task_update' && block.task_id === taskId ? { ...block, status } : block,
  );
}
