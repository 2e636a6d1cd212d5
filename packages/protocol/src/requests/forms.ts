import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';
import { queuedDelivery } from './conversations.ts';

/**
 * POST /v1/conversations/{id}/messages/{messageId}/forms/{formId}/submit: the answers, by field name. The schema accepts any
 * JSON, because every error in the answers has the same refusal.
 */
export const submitFormBody = z.unknown().meta({
  id: 'FormAnswers',
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: "The answers, keyed by the names of the form's fields: a string, or for a number field a number.",
});

/** The valid answers of a form: strings, or numbers for number fields. */
export type FormValues = Readonly<Record<string, string | number>>;

/** 201 of a form submit. It leaves the answers out. */
export const submittedForm = z
  .strictObject({
    item: z.strictObject({ formId: z.string(), messageId: idSchema('message'), submittedAt: timestamp }),
    deliveries: z.array(queuedDelivery).readonly(),
  })
  .meta({ id: 'SubmittedForm' });

export type SubmittedForm = z.infer<typeof submittedForm>;
