import { z } from 'zod';
import type { MessageId } from '../ids.ts';
import type { QueuedDelivery } from './conversations.ts';

/**
 * POST /v1/conversations/{id}/messages/{messageId}/forms/{formId}/submit: the answers themselves, by field name. Any JSON
 * passes here, because whatever is wrong with the answers has the same refusal.
 */
export const submitFormBody = z.unknown().meta({
  description: "The answers, keyed by the names of the form's fields: a string, or for a number field a number.",
});

/** The answers of a form that fit it: strings, or numbers for number fields. */
export type FormValues = Readonly<Record<string, string | number>>;

/** 201 of a form submit. The answers are not in it. */
export interface SubmittedForm {
  readonly item: { readonly formId: string; readonly messageId: MessageId; readonly submittedAt: string };
  readonly deliveries: readonly QueuedDelivery[];
}
