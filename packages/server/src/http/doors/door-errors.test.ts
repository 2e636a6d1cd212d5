import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { routes } from '@parley/protocol';
import { createMetrics } from '../../platform/telemetry/metrics.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { doorErrors } from './door-errors.ts';

let server: FastifyInstance;
afterEach(() => server.close());

it('§1 a refusal that its row leaves out is answered as it is, logged and counted', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  server = fastify();
  server.decorateReply('refusalCode', null);
  server.setErrorHandler(doorErrors({ log, metrics }, 'camel'));
  const row = routes.getConversation;
  server.get('/named', { config: { row } }, () => Promise.reject(new Refused({ code: 'conversation_not_found' })));
  server.get('/left-out', { config: { row } }, () => Promise.reject(new Refused({ code: 'task_already_over' })));

  expect((await server.inject('/named')).statusCode).toBe(404);
  expect(lines).toEqual([]);

  const answer = await server.inject('/left-out');
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ error: { code: 'task_already_over' } });
  const { requestId } = answer.json<{ error: { requestId: string } }>().error;
  const route = 'GET /v1/conversations/{conversationId}';
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ msg: 'refusal outside the contract', route, code: 'task_already_over', requestId }),
  ]);
  expect(await metrics.render()).toContain(
    `parley_refusals_outside_contract_total{route="${route}",code="task_already_over"} 1`,
  );
});
