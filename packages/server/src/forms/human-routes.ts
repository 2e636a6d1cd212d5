import { submitFormBody, submittedForm } from '@parley/protocol';
import type { App } from '../app.ts';
import { created, humanRoute, type HumanRoute } from '../route.ts';
import { submitForm } from './submit-form.ts';

/** Answers to forms. */
export function formRoutes(app: App): HumanRoute[] {
  return [
    humanRoute({
      method: 'POST',
      path: '/v1/conversations/:conversationId/messages/:messageId/forms/:formId/submit',
      summary: 'Answer a form of an agent, once.',
      success: { status: 201, schema: submittedForm },
      refusals: ['form_not_answerable', 'form_already_answered'],
      body: submitFormBody,
      async handle({ caller, params, body }) {
        const { conversationId = '', messageId = '', formId = '' } = params;
        return created(await submitForm(app, { person: caller, conversationId, messageId, formId, answers: body }));
      },
    }),
  ];
}
