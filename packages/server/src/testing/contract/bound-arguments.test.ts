import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, type Desk } from './desk.ts';
import type { Json } from './http.ts';
import { startProvider, toolsFile } from './provider.ts';
import { useServer } from './server.ts';

const provider = await startProvider();
const server = useServer({
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_TOOLS_FILE: toolsFile({
    tools: [
      {
        name: 'shelf.put',
        scope: 'shelf.use',
        description: 'Puts anything on a shelf.',
        input_schema: { type: 'object' },
        http: { method: 'POST', url: `${provider.origin}/shelf` },
      },
    ],
  }),
});
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk(server, ['shelf.use']);
});
afterAll(() => provider.close());

const invoke = (args: Json) => desk.invoke('shelf.put', args, { body: { requested_scope: 'shelf.use' } });
const canonical = (args: string) => `{"arguments":${args},"requested_scope":"shelf.use","tool":"shelf.put"}`;

describe('§7 the hash that binds an approval', () => {
  it.each<[string, Json, string]>([
    ['members in order', { b: 1, a: 2, A: 3, '': 4 }, '{"":4,"A":3,"a":2,"b":1}'],
    ['members within members', { z: { y: 1, x: [{ w: 1, v: 2 }] } }, '{"z":{"x":[{"v":2,"w":1}],"y":1}}'],
    [
      'numbers as ECMAScript writes them',
      { n: [1.0, 1e21, 1e-7, 0.000001, -0, 333333333.3333333] },
      '{"n":[1,1e+21,1e-7,0.000001,0,333333333.3333333]}',
    ],
    ['texts with as few escapes as possible', { t: 'ö€🦜/\u007f\u2028' }, '{"t":"ö€🦜/\u007f\u2028"}'],
    ['control characters escaped', { t: '\u0000\b\t\n\u000f"\\' }, '{"t":"\\u0000\\b\\t\\n\\u000f\\"\\\\"}'],
    ['names by UTF-16 code units', { '\ufb33': 1, '🦜': 2, ö: 3, '1': 4 }, '{"1":4,"ö":3,"🦜":2,"\ufb33":1}'],
  ])('is over %s', async (_what, args, text) => {
    // PostgreSQL cannot store NUL in JSON, so the server may refuse it instead of hashing it.
    const answer = await invoke(args);
    if (JSON.stringify(args).includes('\\u0000') && answer.status === 400) return;
    expect(answer.body.outcome).toBe('pending_approval');
    const { item } = (await desk.person.get(`/v1/approvals/${answer.body.approval_id}`)).body;
    expect(item.argumentsSha256).toBe(createHash('sha256').update(canonical(text)).digest('hex'));
  });

  it('is over the very arguments that the provider then gets', async () => {
    provider.calls.length = 0;
    const args = { b: [1, 2.5, null, true], a: { 'ü/ü': '🦜' }, n: 1e21 };
    const { body } = await invoke(args);
    const { item } = (await desk.person.get(`/v1/approvals/${body.approval_id}`)).body;
    expect(item.arguments).toEqual(args);
    await desk.resolve(body.approval_id, 'approved');
    expect((await desk.result(body.invocation_id)).outcome).toBe('succeeded');
    expect(provider.calls.map((call) => JSON.parse(call.body))).toEqual([args]);
  });

  it('is over a member that every object has, too, or there is no approval', async () => {
    const args = '{"__proto__":{"amount":1},"constructor":2}';
    const answer = await invoke(JSON.parse(args));
    if (answer.status === 400) return;
    const { item } = (await desk.person.get(`/v1/approvals/${answer.body.approval_id}`)).body;
    expect(JSON.stringify(item.arguments)).toBe(args);
    expect(item.argumentsSha256).toBe(createHash('sha256').update(canonical(args)).digest('hex'));
  });

  it('differs for other arguments, and not for another order', async () => {
    const hash = async (args: Json): Promise<string> => {
      const { body } = await invoke(args);
      return (await desk.person.get(`/v1/approvals/${body.approval_id}`)).body.item.argumentsSha256;
    };
    const first = await hash({ a: 1, b: 2 });
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash({ b: 2, a: 1 })).toBe(first);
    expect(await hash({ a: 1, b: 3 })).not.toBe(first);
  });
});
