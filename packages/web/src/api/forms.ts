import type { ConversationId, FormValues, MessageId } from '@parley/protocol';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshMessage } from './messages.ts';
import { queryKeys } from './query-keys.ts';
import { RequestError } from './request.ts';

export interface FormAnswer {
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly formId: string;
  readonly values: FormValues;
}

/**
 * Answers a form and reads its message again, which then shows the answer. A form that was answered before counts as answered.
 */
export async function submitForm(client: QueryClient, { values, ...params }: FormAnswer): Promise<void> {
  try {
    await call('submitForm', { params, body: values });
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'form_already_answered') throw error;
  }
  void client.invalidateQueries({ queryKey: queryKeys.waiting });
  void refreshMessage(client, params.conversationId, params.messageId).catch(() => undefined);
}
