import { routes } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { submitForm } from './submit-form.ts';

/** Routes that submit forms. */
export function formRoutes(app: App): HumanRoute[] {
  return [
    humanRoute(routes.submitForm, ({ caller, params, body }) =>
      submitForm(app, { person: caller, ...params, answers: body }),
    ),
  ];
}
