import { acceptBlocks, replyAnswer, replyBody, type Refusal } from '@parley/protocol';
import type { App } from '../app.ts';
import { judgeReferences } from '../assets/judge-references.ts';
import type { StoredAnswer } from '../idempotency/idempotency.ts';
import { Refused } from '../refusal.ts';
import { agentRoute, type AgentRoute } from '../route.ts';
import { createBatcher } from '../storage/batcher.ts';
import { readTrace } from '../trace.ts';
import { postReplies } from './post-replies.ts';
import type { PostReply } from './reply.ts';

/** What agents say: answers to deliveries. */
export function replyRoutes(app: App): AgentRoute[] {
  const replies = createBatcher<PostReply, StoredAnswer | Refusal>({
    maxBatch: 128,
    maxQueued: 10_000,
    onRun: (size) => app.metrics.batchRan('reply', size),
    run: (batch) => postReplies(app, batch),
  });
  return [
    agentRoute({
      method: 'POST',
      path: '/hooks/v1/reply',
      summary: 'Answer a delivery, in part or finally; a final answer may call another agent.',
      success: { status: 202, schema: replyAnswer },
      refusals: [
        'delivery_not_found',
        'reply_limit_reached',
        'block_invalid',
        'intent_requires_partial',
        'needs_human_requires_final',
        'partial_to_agent_id_not_allowed',
        'agent_call_self_target',
        'agent_call_no_human_origin',
        'agent_call_depth_exceeded',
        'agent_call_target_not_live',
        'agent_call_no_shared_room',
      ],
      body: replyBody,
      idempotency: 'optional',
      replayProtected: true,
      async handle({ agent, body, key, trace, headers }) {
        const accepted = acceptBlocks(body.blocks, body.partial ? 'partial' : 'final');
        if (!accepted.ok) throw new Refused(accepted.refusal);
        const strangeAsset = await judgeReferences(app, agent.agentId, accepted.assets);
        if (strangeAsset) throw new Refused(strangeAsset);
        const verdict = await replies.add({
          agentId: agent.agentId,
          deliveryId: body.in_reply_to_delivery_id,
          blocks: accepted.blocks,
          partial: body.partial,
          toAgentId: body.to_agent_id ?? null,
          key,
          trace,
          isContinued: trace !== null && readTrace(headers) !== null,
        });
        if ('code' in verdict) throw new Refused(verdict);
        return verdict;
      },
    }),
  ];
}
