import { describe, expect, it } from 'vitest';
import { call, type Json } from './http.ts';
import { useServer } from './server.ts';

const server = useServer();

/** Every route of the contract. `{}` matches any parameter. */
const routes = `
POST /v1/users
GET /v1/users
POST /v1/session
GET /v1/session
PATCH /v1/session
DELETE /v1/session
POST /v1/agents
GET /v1/agents
GET /v1/agents/directory
GET /v1/agents/{}
DELETE /v1/agents/{}
PUT /v1/agents/{}/manifest
POST /v1/agents/{}/credentials
GET /v1/agents/{}/credentials
DELETE /v1/agents/{}/credentials/{}
POST /v1/agents/{}/pause
POST /v1/agents/{}/resume
POST /v1/agents/{}/access-requests
GET /v1/agents/{}/access-requests
POST /v1/agents/{}/access-requests/{}/approve
POST /v1/agents/{}/access-requests/{}/deny
GET /v1/agents/{}/deliveries
GET /v1/agents/{}/deliveries/{}
POST /v1/agents/{}/deliveries/{}/replay
GET /v1/agents/{}/membership
PUT /v1/agents/{}/membership/grants
PUT /v1/agents/{}/membership/preferences
POST /v1/conversations
GET /v1/conversations
GET /v1/conversations/{}
DELETE /v1/conversations/{}
GET /v1/conversations/{}/messages
POST /v1/conversations/{}/messages
GET /v1/conversations/{}/messages/{}
POST /v1/conversations/{}/messages/{}/forms/{}/submit
POST /v1/conversations/{}/attachments
POST /v1/conversations/{}/members
DELETE /v1/conversations/{}/members/{}
PUT /v1/conversations/{}/read
PUT /v1/conversations/{}/preferences
POST /v1/conversations/{}/tasks
POST /v1/conversations/{}/schedules
GET /v1/conversations/{}/schedules
DELETE /v1/conversations/{}/schedules/{}
POST /v1/assets
GET /v1/assets/{}
GET /v1/notifications
PUT /v1/notifications/read
GET /v1/tasks
GET /v1/tasks/{}
POST /v1/tasks/{}/cancel
GET /v1/approvals
GET /v1/approvals/{}
POST /v1/approvals/{}/resolve
GET /v1/wallet
GET /v1/grants
GET /v1/sessions
DELETE /v1/sessions
DELETE /v1/sessions/{}
PUT /v1/session/password
POST /v1/tokens
GET /v1/tokens
DELETE /v1/tokens/{}
GET /v1/push/key
POST /v1/push/subscriptions
DELETE /v1/push/subscriptions/{}
PUT /v1/users/{}/block
DELETE /v1/users/{}/block
GET /v1/users/blocked
GET /v1/events
GET /v1/feed
POST /hooks/v1/reply
POST /hooks/v1/task
POST /hooks/v1/proactive
GET /hooks/v1/agents/search
GET /hooks/v1/approvals/{}/receipt
POST /hooks/v1/tools/invoke
POST /hooks/v1/schedules
GET /hooks/v1/schedules
DELETE /hooks/v1/schedules/{}
POST /hooks/v1/assets
GET /hooks/v1/assets/{}/url
POST /hooks/v1/deliveries/{}/ack
GET /hooks/v1/stream
GET /schemas/v1/delivery.schema.json
GET /schemas/v1/blocks.schema.json
GET /healthz
GET /readyz
GET /metrics`
  .trim()
  .split('\n');

const document = async (): Promise<Json> => {
  const { status, headers, body } = await call(`${server.baseUrl}/openapi.json`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/json');
  return body;
};
const operations = (described: Json): Map<string, Json> => {
  const all = Object.entries<Json>(described.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]): [string, Json] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`,
      operation,
    ]),
  );
  return new Map(all);
};

describe('§6 /openapi.json', () => {
  it('is OpenAPI 3.1, without a session', async () => {
    const described = await document();
    expect(described.openapi).toMatch(/^3\.1\./);
    expect(described.info.title).toContain('Parley');
  });

  it('has every route of the contract', async () => {
    const described = [...operations(await document()).keys()];
    expect(routes.filter((route) => !described.includes(route))).toEqual([]);
  });

  it('tells for every operation what it answers', async () => {
    const silent = [...operations(await document())].filter(
      ([, operation]) => Object.keys(operation.responses ?? {}).length === 0,
    );
    expect(silent.map(([route]) => route)).toEqual([]);
  });

  it('tells of every POST, PUT and PATCH with a body what it takes', async () => {
    const bodyless =
      /\/(pause|resume|credentials|replay|cancel|accept|approve|deny|block|stop|exports|confirm|options|reactions\/\{\w*\})$/;
    const silent = [...operations(await document())].filter(
      ([route, operation]) => /^(POST|PUT|PATCH) /.test(route) && !bodyless.test(route) && !operation.requestBody,
    );
    expect(silent.map(([route]) => route)).toEqual([]);
  });

  it('§11 says where a token stands for the session, and where it does not', async () => {
    const described = await document();
    expect(described.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
    const taken = [...operations(described)].filter(([route]) => route.includes(' /v1/'));
    const sessionOnly = taken.filter(([, { security }]) => JSON.stringify(security) === '[{"session":[]}]');
    expect(sessionOnly.map(([route]) => route).toSorted()).toEqual([
      'DELETE /v1/admin/holds/{}',
      'DELETE /v1/admin/invitations/{}',
      'DELETE /v1/passkeys/{}',
      'DELETE /v1/session',
      'DELETE /v1/session/identities/{}',
      'DELETE /v1/sessions',
      'DELETE /v1/sessions/{}',
      'DELETE /v1/tokens/{}',
      'GET /v1/exports',
      'GET /v1/exports/{}',
      'GET /v1/exports/{}/file',
      'GET /v1/passkeys',
      'GET /v1/session/identities',
      'GET /v1/session/identities/{}',
      'GET /v1/sessions',
      'GET /v1/tokens',
      'PATCH /v1/admin/reports/{}',
      'PATCH /v1/admin/settings',
      'POST /v1/admin/agents/{}/approve',
      'POST /v1/admin/agents/{}/reject',
      'POST /v1/admin/backups',
      'POST /v1/admin/invitations',
      'POST /v1/admin/people/{}/erase',
      'POST /v1/admin/people/{}/export',
      'POST /v1/admin/people/{}/password-reset',
      'POST /v1/approvals/{}/resolve',
      'POST /v1/exports',
      'POST /v1/passkeys',
      'POST /v1/passkeys/options',
      'POST /v1/session/email',
      'POST /v1/session/email/verify',
      'POST /v1/session/erase',
      'POST /v1/session/identities',
      'POST /v1/session/identities/{}/confirm',
      'POST /v1/tokens',
      'PUT /v1/admin/holds/{}',
      'PUT /v1/admin/retention',
      'PUT /v1/conversations/{}/retention',
      'PUT /v1/session/password',
    ]);
    const either = taken.filter(([, { security }]) => JSON.stringify(security) === '[{"session":[]},{"token":[]}]');
    expect(either.length).toBeGreaterThan(30);
  });

  it('refers to nothing that it does not hold', async () => {
    const described = await document();
    const references = JSON.stringify(described).match(/"\$ref":"#[^"]*"/g) ?? [];
    const missing = references.filter((reference) => {
      const path = reference.slice('"$ref":"#/'.length, -1).split('/');
      const step = (node: Json, name: string) => node?.[name.replaceAll('~1', '/').replaceAll('~0', '~')];
      return path.reduce(step, described) === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('knows both ways to sign in', async () => {
    const schemes = Object.values<Json>((await document()).components.securitySchemes);
    expect(schemes.some((scheme) => scheme.type === 'apiKey' && scheme.in === 'cookie')).toBe(true);
    expect(schemes.length).toBeGreaterThanOrEqual(2);
  });
});

describe('§6 /docs', () => {
  const page = async () => {
    const answer = await fetch(`${server.baseUrl}/docs`);
    return { answer, text: await answer.text() };
  };

  it('is a page for people, also with a slash at its end', async () => {
    const { answer, text } = await page();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await (await fetch(`${server.baseUrl}/docs/`)).text()).toBe(text);
  });

  it('shows every operation and every type of the document', async () => {
    const described = await document();
    const { text } = await page();
    const names = [...operations(described).values()].map(({ operationId }) => operationId);
    const types = Object.keys(described.components.schemas).map((name) => `type-${name}`);
    expect(names.length).toBeGreaterThan(60);
    expect([...names, ...types].filter((id) => !text.includes(` id="${id}"`))).toEqual([]);
  });

  it('leads nowhere that it does not have, and has nothing twice', async () => {
    const { text } = await page();
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const missing = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id));
    expect(missing).toEqual([]);
    for (const [, file] of text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g))
      expect((await fetch(`${server.baseUrl}${file}`)).status, file).toBe(200);
  });

  it('brings no inline script and no inline style, under the policy of the app', async () => {
    const { answer, text } = await page();
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  });

  it('says of a call what it takes, answers and refuses', async () => {
    const { text } = await page();
    const entry = text.slice(text.indexOf(' id="sendMessage"'), text.indexOf(' id="listMessages"'));
    for (const part of [
      'conversationId',
      'Idempotency-Key',
      '#type-SendMessageBody',
      '#type-SentMessage',
      'agent_blocked',
    ])
      expect(entry).toContain(part);
    expect(entry).toContain('You have blocked this agent.');
  });
});
