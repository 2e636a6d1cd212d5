import type { AgentId, DeliveryId } from '@parley/protocol';
import { findAgents } from '../../agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { insertHandlerError } from '../../deliveries/log/handler-error-queries.ts';
import { refuse } from '../../routing/refusal.ts';
import type { DeliveryWork } from '../../deliveries/delivery-work.ts';
import { finishDraft } from '../drafts/end-drafts.ts';
import { notify } from '../../notifications/notify.ts';
import { lockAuthority } from './reply-rights.ts';

/** That an agent failed at a delivery, in its own words. */
export interface ReportFailure {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  /** For the agent's owner only. */
  readonly reason: string;
}

/**
 * Tells the person that the agent could not answer, and its owner why. What the draft has shown becomes final. It counts once a
 * delivery; later replies are still taken.
 */
export async function reportFailure(
  app: Pick<App, 'commit' | 'clock' | 'beliefs'>,
  report: ReportFailure,
): Promise<void> {
  await app.commit((work) => write(work, app, report));
}

async function write(
  { tx, signal }: DeliveryWork,
  app: Pick<App, 'clock' | 'beliefs'>,
  report: ReportFailure,
): Promise<void> {
  const { agentId, deliveryId, reason } = report;
  const nowMs = app.clock.now();
  const { transcript, authority } = await lockAuthority(tx, app, report);
  const [agent] = await findAgents(tx, [agentId]);
  if (!authority || !agent) return refuse('delivery_not_found');
  if (!(await insertHandlerError(tx, { deliveryId, at: new Date(nowMs), reason }))) return;

  const draft = await finishDraft(tx, transcript, deliveryId, nowMs);
  const { conversation_id, user_id } = authority;
  const message = transcript.append({
    conversation_id,
    author_type: 'platform',
    author_id: null,
    body: `${agent.name} could not answer`,
    blocks: [],
    reply_to_delivery_id: null,
    proactive: false,
  });
  await transcript.write(tx);
  const waiting = transcript.conversation(conversation_id)?.people.includes(user_id) ? [user_id] : [];
  const news = waiting.map((userId) => ({
    userId,
    type: 'message' as const,
    conversationId: conversation_id,
    messageId: message.message_id,
    agentId,
  }));
  signal(transcript.signals());
  signal(draft.signals);
  signal(await notify(tx, news, nowMs));
}
