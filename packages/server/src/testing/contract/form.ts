import type { Agent } from './agent.ts';
import type { Answer, Json } from './http.ts';
import type { Person } from './person.ts';
import { deliver, messagesOf } from './conversation.ts';

/** A form that an agent has sent to a conversation. */
export interface ShownForm {
  conversation: string;
  messageId: string;
  formId: string;
  /** Submits the form as this person. Without values, sends no body. */
  submit(person: Person, values?: Json): Promise<Answer>;
  /** Returns the form's state as this person reads it. */
  stateFor(person: Person): Promise<Json>;
}

/** One field of each type. Only `size` is required. */
export const fields: Json[] = [
  { name: 'size', label: 'Size', field_type: 'text', required: true },
  { name: 'count', label: 'How many', field_type: 'number' },
  { name: 'day', label: 'Which day', field_type: 'date' },
  {
    name: 'color',
    label: 'Which colour',
    field_type: 'select',
    options: [
      { label: 'Red', payload: 'r' },
      { label: 'Green', payload: 'g' },
    ],
  },
];

/** Makes the agent answer a message of this person with a form. */
export async function showForm(
  agent: Agent,
  person: Person,
  conversation: string,
  change: { formId?: string; fields?: Json[] } = {},
): Promise<ShownForm> {
  const formId = change.formId ?? 'order';
  const form = { type: 'form', form_id: formId, fields: change.fields ?? fields };
  const answer = await agent.reply(await deliver(person, conversation, 'a form, please'), [form]);
  if (answer.status !== 202) throw new Error(`Showing a form answered ${answer.status}: ${answer.text}`);
  const messageId = answer.body.message_id;
  return {
    conversation,
    messageId,
    formId,
    submit: (by, values) => by.post(formPath(conversation, messageId, formId), values),
    stateFor: async (reader) => {
      const message = (await messagesOf(reader, conversation)).find((candidate) => candidate.messageId === messageId);
      return message.formStates[formId];
    },
  };
}

/** Returns the path that submits a form. */
export const formPath = (conversation: string, messageId: string, formId: string): string =>
  `/v1/conversations/${conversation}/messages/${messageId}/forms/${formId}/submit`;
