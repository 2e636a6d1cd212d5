import { submitFormBody, submittedForm } from '../requests/forms.ts';
import { human } from './route.ts';

/** Answers to forms. */
export const formRoutes = {
  submitForm: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/forms/{formId}/submit',
    summary: 'Answer a form of an agent, once.',
    doc:
      'The body maps field names to answers: text is a string, number a finite number, date `YYYY-MM-DD`, select the payload of an ' +
      'option. The answers go to the agent alone, under a pseudonym, and are erased after delivery. Everything but a repeated answer ' +
      'is 404 `form_not_answerable`.',
    body: submitFormBody,
    answer: { status: 201, json: submittedForm },
    refusals: ['form_not_answerable', 'form_already_answered'],
  }),
} as const;
