import { platformLine, type AgentId, type DeliveryId } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { insertHandlerError } from '../../../engine/deliveries/handler-error-queries.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { TranscriptWork } from '../../conversations/transcript-work.ts';
import { finishDraft } from '../drafts/end-drafts.ts';
import { notify } from '../../notifications/notify.ts';
import { lockAuthority } from './reply-rights.ts';
import { quoted } from '../../transcript/quoted.ts';

/** An agent's report that it failed to handle a delivery, with its reason. */
export interface ReportFailure {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  /** Shown only to the agent's owner. */
  readonly reason: string;
}

/**
 * Tells the person that the agent could not answer, and its owner why. The content of the draft becomes final. Only the
 * first report of a delivery counts; later replies are still accepted.
 */
export async function reportFailure(app: Pick<App, 'commit' | 'clock'>, report: ReportFailure): Promise<void> {
  await app.commit((work) => write(work, app, report));
}

async function write(work: TranscriptWork, app: Pick<App, 'clock'>, report: ReportFailure): Promise<void> {
  const { tx, tell, signal, transcript } = work;
  const { agentId, deliveryId, reason } = report;
  const nowMs = app.clock.now();
  const authority = await lockAuthority(work, app, report);
  const [agent] = await findAgents(tx, [agentId]);
  if (!authority || !agent) return refuse('delivery_not_found');
  const noted = await insertHandlerError(tx, { deliveryId, at: new Date(nowMs), reason });
  if (noted === null) return;

  const draft = await finishDraft(work, deliveryId, nowMs);
  const { conversation_id, user_id } = authority;
  const message = transcript.append({
    conversation_id,
    author_type: 'platform',
    body: platformLine('couldNotAnswer', { name: quoted(agent.name) }),
  });
  const waiting = transcript.conversation(conversation_id)?.people.includes(user_id) ? [user_id] : [];
  const news = waiting.map((userId) => ({
    userId,
    type: 'message' as const,
    conversationId: conversation_id,
    messageId: message.message_id,
    agentId,
  }));
  signal(draft.signals);
  const { messageId } = noted;
  if (messageId !== null) tell(waiting, 'deliveryUpdated', { conversationId: conversation_id, messageId });
  signal(await notify(tx, news, nowMs));
}
