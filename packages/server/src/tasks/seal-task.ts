import type { StoredBlock } from '@parley/protocol';
import type { NewDelivery } from '../deliveries/delivery.ts';
import type { MessageRow } from '../transcript/message-row.ts';
import { envelopeMessage, sealDelivery, type EnvelopeUser } from '../transcript/seal-delivery.ts';
import type { Trace } from '../telemetry/trace.ts';
import type { TaskRow } from './task.ts';

/** Seals what an agent hears of a task: that it is its own, or that it is cancelled. Either brings the instructions. */
export function sealTask(
  event: 'task.assigned' | 'task.cancelled',
  of: {
    readonly task: TaskRow;
    readonly instructions: MessageRow;
    readonly user: EnvelopeUser;
    readonly at: Date;
    /** Whether the sender of the instructions sees how this delivery fares. */
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

/** The task as it stands when it is told of: its line in the conversation may have been written while it waited for its agent. */
function inState({ task_id: taskId, status }: TaskRow, blocks: readonly StoredBlock[]): StoredBlock[] {
  return blocks.map((block) =>
    block.type === 'task_update' && block.task_id === taskId ? { ...block, status } : block,
  );
}
