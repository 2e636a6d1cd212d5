import { Validator } from '@seriousme/openapi-schema-validator';
import { routes, statusOfRefusal, type RefusalCode, type RouteName, type RouteRow } from '@parley/protocol';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { answerExamples } from './examples/answers.ts';
import { bodyExamples } from './examples/bodies.ts';
import { openApiDocument } from './openapi.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a document of any depth, read as it comes
type Json = any;

const document: Json = JSON.parse(JSON.stringify(openApiDocument('https://parley.example')));
const names = Object.keys(routes) as RouteName[];
const rowOf = (name: RouteName): RouteRow => routes[name];
const operationOf = (name: RouteName): Json => document.paths[rowOf(name).path][rowOf(name).method.toLowerCase()];

/** Resolves a reference of the document. Returns anything else unchanged. */
const resolve = (node: Json): Json => {
  if (typeof node?.$ref !== 'string') return node;
  const steps = node.$ref.slice(2).split('/');
  return steps.reduce((at: Json, step: string) => at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
};

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
ajv.addSchema({ ...document, $id: 'parley' });
/** Returns the validation errors of a value by a schema of the document, or null. */
const faults = (schema: Json, value: unknown): unknown => {
  const text = JSON.stringify(schema).replaceAll('"#/', '"parley#/');
  const isGood = ajv.compile(JSON.parse(text) as object);
  return isGood(value) ? null : isGood.errors;
};

describe('§6 the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('resolves every reference, and nests no definition in a component', () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, $ref]) => $ref);
    expect(references.length).toBeGreaterThan(300);
    expect(references.filter((reference) => resolve({ $ref: reference }) === undefined)).toEqual([]);
    expect(text).not.toContain('$defs');
  });

  it('compiles every schema of its components', () => {
    for (const name of Object.keys(document.components.schemas as object))
      expect(() => ajv.compile({ $ref: `parley#/components/schemas/${name}` }), name).not.toThrow();
  });

  it('names what the contract is about, each event and each block', () => {
    const things =
      `Error AgentError RefusalCode User Person Agent Credential Membership Conversation Message SentMessage Task
      Approval Asset Notification Schedule Wallet DeliveryLogEntry Envelope MessageCreatedEnvelope AgentCallEnvelope TextBlock
      ThinkingBlock ThinkingReadBlock ApprovalRequestReadBlock DatePickerBlock Block SendableBlock`.split(/\s+/);
    expect(Object.keys(document.components.schemas as object)).toEqual(expect.arrayContaining(things));
    expect(document.components.schemas.Envelope.oneOf).toHaveLength(9);
    expect(document.components.schemas.Block.oneOf).toHaveLength(23);
    expect(document.components.schemas.SendableBlock.oneOf).toHaveLength(21);
  });

  it('takes blocks from agents as blocks, and refuses what is none', () => {
    const { reply } = bodyExamples;
    const { schema } = operationOf('reply').requestBody.content['application/json'];
    expect(faults(schema, reply)).toBeNull();
    expect(faults(schema, { ...reply, blocks: [{ type: 'text', text: 7 }] })).not.toBeNull();
    expect(faults(schema, { ...reply, blocks: [{ type: 'date_picker', title: 'When?' }] })).not.toBeNull();
    expect(faults(schema, { ...reply, blocks: [] })).not.toBeNull();
    const bodyless = { version: '1', in_reply_to_delivery_id: reply.in_reply_to_delivery_id };
    expect(faults(schema, bodyless)).not.toBeNull();
  });

  it('says without which parameters of the query a call is refused', () => {
    const needed = names.flatMap((name) =>
      (operationOf(name).parameters ?? [])
        .filter((parameter: Json) => parameter.in === 'query' && parameter.required)
        .map((parameter: Json) => [name, parameter.name, parameter.schema]),
    );
    const words = { type: 'string', minLength: 1, maxLength: 200 };
    expect(needed).toHaveLength(5);
    expect(needed).toEqual(
      expect.arrayContaining([
        ['findPeople', 'handle', { type: 'string' }],
        ['searchMessages', 'q', words],
        ['searchAgents', 'q', words],
      ]),
    );
  });

  it('calls whole numbers integers', () => {
    const { Wallet, SentMessage, DeliveryAttempt } = document.components.schemas;
    for (const schema of [Wallet.properties.balance, SentMessage.properties.seq, DeliveryAttempt.properties.durationMs])
      expect(schema.type).toBe('integer');
  });
});

describe('§6 every operation of the OpenAPI document', () => {
  it.each(names)('%s says its path parameters with their form', (name) => {
    const inPath = operationOf(name)
      .parameters.map(resolve)
      .filter((parameter: Json) => parameter.in === 'path');
    const { path } = rowOf(name);
    expect(inPath.map((parameter: Json) => parameter.name)).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id),
    );
    for (const { name: parameter, schema } of inPath)
      expect(schema.pattern ?? schema.anyOf ?? (parameter === 'formId' && schema.minLength), parameter).toBeTruthy();
  });

  it.each(names)('%s names the request in every answer, and says when to come back', (name) => {
    for (const [status, answer] of Object.entries<Json>(operationOf(name).responses)) {
      const { headers } = resolve(answer);
      expect(resolve(headers['X-Request-Id']), status).toBeDefined();
      if (['429', '503'].includes(status)) expect(resolve(headers['Retry-After'])).toBeDefined();
    }
  });

  it.each(names)('%s gives examples that fit, by its own schema and by the published one', (name) => {
    const row = rowOf(name);
    const { requestBody, responses } = operationOf(name);
    const parts = [
      ...(row.body ? [{ zod: row.body, media: requestBody.content['application/json'] }] : []),
      ...(row.answer.json
        ? [{ zod: row.answer.json, media: responses[row.answer.status].content['application/json'] }]
        : []),
    ];
    for (const { zod, media } of parts) {
      expect(media.example).toBeDefined();
      expect(zod.safeParse(media.example).error?.issues ?? []).toEqual([]);
      expect(faults(media.schema, media.example)).toBeNull();
    }
  });

  it.each(names)('%s refuses with codes of the catalogue, in the casing of its door', (name) => {
    const row = rowOf(name);
    for (const [status, answer] of Object.entries<Json>(operationOf(name).responses)) {
      if (Number(status) < 400) continue;
      const { schema, example } = resolve(answer).content['application/json'];
      expect(schema.allOf[0].$ref).toMatch(row.door === 'human' ? /\/Error$/ : /\/AgentError$/);
      const { enum: codes } = schema.allOf[1].properties.error.properties.code;
      expect(codes.map((code: RefusalCode) => statusOfRefusal(code, row))).toEqual(codes.map(() => Number(status)));
      expect(codes).toContain(example.error.code);
    }
  });

  it('has examples of nothing else', () => {
    const withBody = names.filter((name) => rowOf(name).body !== undefined);
    const withJson = names.filter((name) => rowOf(name).answer.json !== undefined);
    expect(Object.keys(bodyExamples).toSorted()).toEqual(withBody.toSorted());
    expect(Object.keys(answerExamples).toSorted()).toEqual(withJson.toSorted());
  });
});

describe('§6 the bytes of files in the OpenAPI document', () => {
  it.each(['downloadAsset', 'downloadSignedAsset'] as const)('%s has ranges and conditions', (name) => {
    const { parameters, responses } = operationOf(name);
    const asked = parameters.map(resolve).map((parameter: Json) => parameter.name);
    expect(asked).toEqual(expect.arrayContaining(['Range', 'If-None-Match', 'If-Range']));
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '206', '304', '404', '416']));
    expect(Object.keys(resolve(responses['206']).headers)).toEqual(
      expect.arrayContaining(['Content-Range', 'ETag', 'Accept-Ranges']),
    );
    expect(Object.keys(resolve(responses['416']).headers)).toContain('Content-Range');
  });

  it('takes a name with a file of an agent', () => {
    expect(operationOf('uploadAgentAsset').parameters.map(resolve)[0].name).toBe('X-Filename');
  });
});
