import { isId, type FormBlock, type FormValues, type MessageId, type SubmittedForm } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import { findAgents } from '../../accounts/agents/queries.ts';
import type { App } from '../conversations/app.ts';
import { lockConversations, type PeopledConversationRow } from '../conversations/queries.ts';
import { findAnsweredForms, insertFormAnswer } from './form-answer-queries.ts';
import { presentQueued } from '../transcript/present-queued.ts';
import { findMessage } from '../transcript/queries.ts';
import { sealDelivery, type EnvelopeUser } from '../transcript/seal-delivery.ts';
import { findMembership } from '../../accounts/permissions/queries.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsers } from '../../accounts/users/queries.ts';
import { validateAnswers } from './validate-answers.ts';
import { pseudonymOf } from './pseudonym.ts';

/** A person's answers to a form in an agent's message. */
export interface SubmitForm {
  readonly person: EnvelopeUser;
  readonly conversationId: string;
  readonly messageId: string;
  readonly formId: string;
  readonly answers: unknown;
}

type FormApp = Pick<App, 'commit' | 'clock' | 'secrets'>;

/**
 * Sends a person's answers to the agent in a `form.submitted` delivery, and stores them nowhere else. Each person may
 * answer a form once; all other failures have the same refusal. If the agent is paused, deleted or blocked, the form is
 * refused, so that no answer is accepted and lost.
 */
export async function submitForm(app: FormApp, submit: SubmitForm): Promise<SubmittedForm> {
  return app.commit(async ({ tx, tell, deliver }) => {
    const { conversation, messageId, agent, form } = await findForm(tx, submit);
    const values = await validateSubmission(tx, submit, { messageId, agent, form });
    const delivery = await seal(app, tx, { submit, conversation, agent, values });
    const { deliveryId, createdAt } = delivery;
    const row = { message_id: messageId, form_id: form.form_id, user_id: submit.person.userId };
    const isFirst = await insertFormAnswer(tx, { ...row, delivery_id: deliveryId, submitted_at: createdAt });
    if (!isFirst) refuse('form_already_answered');
    await deliver([delivery]);
    tell([submit.person.userId], 'deliveryUpdated', { conversationId: conversation.conversation_id, messageId });
    return {
      item: { formId: form.form_id, messageId, submittedAt: createdAt.toISOString() },
      deliveries: presentQueued([delivery]),
    };
  });
}

/** Locks the conversation and finds the form in an agent's message. `seal` checks that the agent still has its seat. */
async function findForm(tx: Tx, { person, conversationId, messageId, formId }: SubmitForm) {
  if (!isId('conversation', conversationId) || !isId('message', messageId)) return refuse('form_not_answerable');
  const conversation = (await lockConversations(tx, [conversationId]))[0];
  if (!conversation?.people.includes(person.userId)) return refuse('form_not_answerable');
  const message = await findMessage(tx, conversationId, messageId);
  if (message?.author_type !== 'agent' || !isId('agent', message.author_id)) return refuse('form_not_answerable');
  const form = message.blocks.find((block): block is FormBlock => block.type === 'form' && block.form_id === formId);
  const [agent] = await findAgents(tx, [message.author_id]);
  return form && agent ? { conversation, messageId, agent, form } : refuse('form_not_answerable');
}

async function validateSubmission(
  tx: Tx,
  { person, answers }: SubmitForm,
  { messageId, agent, form }: { messageId: MessageId; agent: AgentRow; form: FormBlock },
): Promise<FormValues> {
  const answered = await findAnsweredForms(tx, person.userId, [messageId]);
  if (answered.some(({ form_id }) => form_id === form.form_id)) refuse('form_already_answered');
  const blocked = (await findMembership(tx, agent.agent_id, person.userId))?.blocked ?? false;
  const values = agent.status === 'live' && !blocked ? validateAnswers(form, answers) : null;
  return values ?? refuse('form_not_answerable');
}

/** The envelope names the creator of the conversation. The agent knows the person who answered only by a pseudonym. */
async function seal(
  { clock, secrets }: FormApp,
  tx: Tx,
  of: { submit: SubmitForm; conversation: PeopledConversationRow; agent: AgentRow; values: FormValues },
) {
  const { submit, conversation, agent, values } = of;
  if (conversation.agent_id !== agent.agent_id) return refuse('form_not_answerable');
  const [creator] = await findUsers(tx, [conversation.creator_user_id]);
  if (!creator) throw new Error(`The creator of ${conversation.conversation_id} is not there.`);
  const nowMs = clock.now();
  // Not before the last message of the conversation: the time decides to which seat of the agent the delivery belongs.
  const createdAt = new Date(Math.max(nowMs, conversation.last_message_at?.getTime() ?? 0));
  return sealDelivery(
    {
      event: 'form.submitted',
      agentId: agent.agent_id,
      conversationId: conversation.conversation_id,
      user: { userId: creator.user_id, locale: creator.locale, timezone: creator.timezone },
      payload: {
        form_submission: { values, submitted_by: pseudonymOf(secrets, submit.person.userId, agent.agent_id) },
      },
      createdAt,
    },
    nowMs,
  );
}
