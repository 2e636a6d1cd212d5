import { expect, it } from 'vitest';
import { routesDocumented } from './routes-documented.ts';

const routes = [
  { method: 'GET', path: '/v1/agents/:agentId' },
  { method: 'POST', path: '/hooks/v1/reply' },
];

it('accepts routes named in one cell or in two, whatever the parameter is called', () => {
  const text = '| GET | /v1/agents/{id} | one agent |\n\n- `POST /hooks/v1/reply`: answer.\n';
  expect(routesDocumented(routes, text)).toEqual([]);
});

it('ignores the query string', () => {
  expect(routesDocumented([{ method: 'GET', path: '/v1/tasks' }], '`GET /v1/tasks?status=`')).toEqual([]);
});

it('refuses a route without a description and a description without a route', () => {
  const found = routesDocumented(routes, '`GET /v1/agents/{agentId}` and `DELETE /v1/agents/{agentId}`');
  expect(found.map((finding) => finding.subject)).toEqual(['POST /hooks/v1/reply', 'DELETE /v1/agents/{}']);
});
