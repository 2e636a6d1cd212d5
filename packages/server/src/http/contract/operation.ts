import type { RouteName, RouteRow } from '@parley/protocol';
import { describeAnswers } from './describe-answers.ts';
import { describeBody } from './describe-body.ts';
import { describeParameters } from './parameters.ts';
import type { Json, NamedSchemas } from './schemas.ts';

/** Describes one route as an OpenAPI operation: its input, its answers and all its refusals. */
export function describeOperation(name: RouteName, concept: string, route: RouteRow, schemas: NamedSchemas): Json {
  return {
    tags: [concept],
    operationId: name,
    summary: route.summary,
    ...(route.doc === undefined ? {} : { description: route.doc }),
    security: securityOf(route),
    parameters: describeParameters(route, schemas),
    ...describeBody(name, route, schemas),
    responses: describeAnswers(name, route, schemas),
  };
}

function securityOf(route: RouteRow): Json[] {
  if (route.door === 'agent') return [{ agent: [] }];
  if (route.session === 'open') return [];
  return route.tokens === 'refused' || route.admin === 'session' ? [{ session: [] }] : [{ session: [] }, { token: [] }];
}
