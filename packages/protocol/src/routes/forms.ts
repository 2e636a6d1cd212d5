import { submitFormBody, submittedForm } from '../requests/forms.ts';
import { human } from './route.ts';

/** Answers to forms. */
export const formRoutes = {
  submitForm: human({
    method: 'POST',
    path: '/v1/conversations/{conversationId}/messages/{messageId}/forms/{formId}/submit',
    summary: 'Answer a form of an agent, once.',
    body: submitFormBody,
    answer: { status: 201, json: submittedForm },
    refusals: ['form_not_answerable', 'form_already_answered'],
  }),
} as const;
