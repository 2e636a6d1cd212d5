import type { DeliveryLogItem, Message } from '@parley/protocol';

export interface EnvelopeInput {
  readonly agentId: string;
  readonly delivery: DeliveryLogItem;
  /** The message of the delivery, if the owner may read it. */
  readonly message: Message | null;
}

const sample = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Returns the envelope as the agent received it, as far as the owner may see it. Samples of the same form replace the rest. */
export function envelopeOf({ agentId, delivery, message }: EnvelopeInput): object {
  const { deliveryId, event, conversationId, createdAt } = delivery;
  const base = {
    version: '1',
    delivery_id: deliveryId,
    event,
    agent_id: agentId,
    conversation_id: conversationId,
    created_at: createdAt,
    user: { id: message?.author.type === 'user' ? message.author.id : `usr_${sample}`, locale: 'en', timezone: 'UTC' },
    task_id: event.startsWith('task.') ? `tsk_${sample}` : null,
  };
  const invocation = { invocation_id: `inv_${sample}`, requested_scope: 'coin.charge' };
  switch (event) {
    case 'tool.result':
      return {
        ...base,
        tool_result: {
          ...invocation,
          tool: 'coin.charge',
          outcome: 'succeeded',
          content: { amount: 1 },
          is_error: false,
        },
      };
    case 'form.submitted':
      return { ...base, form_submission: { values: { name: 'Ada' }, submitted_by: `sub_${sample}` } };
    case 'agent.call':
      return {
        ...base,
        agent_call: {
          from_agent_id: `agt_${sample}`,
          depth: 1,
          in_answer_to: null,
          blocks: [{ type: 'text', text: 'Hello' }],
        },
      };
    case 'approval.resolved':
      return {
        ...base,
        approval: { id: `apr_${sample}`, ...invocation, action: 'Pay 1 coin', state: 'approved' },
        messages: [entryOf(delivery, null)],
      };
    case 'message.created':
    case 'task.assigned':
    case 'task.cancelled':
    case 'tick.scheduled':
    case 'member.joined':
      return { ...base, messages: [entryOf(delivery, message)] };
  }
}

function entryOf({ createdAt }: DeliveryLogItem, message: Message | null): object {
  return {
    id: message?.messageId ?? `msg_${sample}`,
    author: message?.author.type ?? 'user',
    author_id: message?.author.id ?? `usr_${sample}`,
    text: message ? (message.body ?? '') : 'Hello',
    created_at: message?.createdAt ?? createdAt,
    ...(message?.body === null && { blocks: message.blocks }),
  };
}
