import { isId, type FormBlock, type FormValues, type MessageId, type SubmittedForm } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import { findAgents } from '../agents/queries.ts';
import type { App } from '../conversations/app.ts';
import { lockConversations, type PeopledConversationRow } from '../conversations/queries.ts';
import { findAnsweredForms, insertFormAnswer } from './form-answer-queries.ts';
import { presentQueued } from '../transcript/present-queued.ts';
import { findMessage } from '../transcript/queries.ts';
import { sealDelivery, type EnvelopeUser } from '../transcript/seal-delivery.ts';
import { findMembership } from '../permissions/queries.ts';
import { refuse } from '../routing/refusal.ts';
import type { Tx } from '../storage/storage.ts';
import { findUsers } from '../users/queries.ts';
import { validateAnswers } from './validate-answers.ts';
import { pseudonymOf } from './pseudonym.ts';

/** A person's answers to a form that stands in a message of an agent. */
export interface SubmitForm {
  readonly person: EnvelopeUser;
  readonly conversationId: string;
  readonly messageId: string;
  readonly formId: string;
  readonly answers: unknown;
}

type FormApp = Pick<App, 'commit' | 'clock' | 'secrets'>;

/**
 * Hands a person's answers to the agent that asked, by a `form.submitted` delivery and nowhere else. Once a person and form;
 * whatever else stands in the way has one and the same refusal. While nobody could receive the answers (the agent is paused,
 * gone or blocked), the form is not answerable, so that no answer is taken and lost.
 */
export async function submitForm(app: FormApp, submit: SubmitForm): Promise<SubmittedForm> {
  return app.commit(async ({ tx, tell, deliver }) => {
    const { conversation, messageId, agent, form } = await findForm(tx, submit);
    const values = await judge(tx, submit, { messageId, agent, form });
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

/** The form, in a conversation of this person, in a message of the agent that still sits there. The conversation is locked. */
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

async function judge(
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

/** The envelope names whoever opened the conversation, not who answered: that person is known to the agent by a pseudonym alone. */
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
  return sealDelivery(
    {
      event: 'form.submitted',
      agentId: agent.agent_id,
      conversationId: conversation.conversation_id,
      user: { userId: creator.user_id, locale: creator.locale, timezone: creator.timezone },
      payload: {
        form_submission: { values, submitted_by: pseudonymOf(secrets, submit.person.userId, agent.agent_id) },
      },
      createdAt: new Date(nowMs),
    },
    nowMs,
  );
}
