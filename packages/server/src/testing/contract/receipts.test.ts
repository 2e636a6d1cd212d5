import { createHash, createPublicKey, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from './agent.ts';
import { openDesk, type Desk } from './desk.ts';
import { eventually } from './eventually.ts';
import { call, refusalOf, type Json } from './http.ts';
import { signUp } from './person.ts';
import { ask as exchange } from './raw.ts';
import { expectRefusal } from './refused.ts';
import { useServer } from './server.ts';
import { nobody, time } from './shapes.ts';

const server = useServer();
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(server, ['coin.charge', 'decision.request']);
});

const charge = (amount = 1) => desk.ask('coin.charge', { amount, reason: 'tea' });
const receipt = (approvalId: string, by = desk.person) => by.get(`/v1/approvals/${approvalId}/receipt`);
const item = async (approvalId: string): Promise<Json> => (await receipt(approvalId)).body.item;
const keys = async (): Promise<Json[]> => (await call(`${server.baseUrl}/.well-known/parley.json`)).body.receiptKeys;

/** RFC 8785 for the values of a receipt, which are strings and null: members sorted by name, written as JSON. */
function canonical(value: Readonly<Record<string, string | null>>): string {
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value[name])}`).join(',')}}`;
}

/** Returns whether any published key has signed this receipt. */
async function isSigned({ signature, ...signed }: Json): Promise<boolean> {
  const bytes = Buffer.from(canonical(signed));
  return (await keys()).some((jwk) =>
    verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64url')),
  );
}

describe('§12 the receipt of an approval', () => {
  it('says what was approved and what came of it, and is signed', async () => {
    const { approvalId, invocationId } = await charge(3);
    await desk.resolve(approvalId, 'approved');
    await desk.result(invocationId);
    const approval = (await desk.person.get(`/v1/approvals/${approvalId}`)).body.item;
    const { status, body } = await receipt(approvalId);
    expect(status).toBe(200);
    expect(body).toEqual({
      item: {
        approvalId,
        invocationId,
        agentId: desk.agent.agentId,
        tool: 'coin.charge',
        requestedScope: 'coin.charge',
        argumentsSha256: approval.argumentsSha256,
        decidedBy: desk.person.userId,
        decidedAt: approval.resolvedAt,
        decision: 'approved',
        executedAt: expect.stringMatching(time),
        outcome: 'succeeded',
        signature: expect.stringMatching(/^[A-Za-z0-9_-]{86}$/),
      },
    });
    expect(await isSigned(body.item)).toBe(true);
    expect(Date.parse(body.item.executedAt)).toBeGreaterThanOrEqual(Date.parse(body.item.decidedAt));
    expect(await item(approvalId)).toEqual(body.item);
  });

  it.each(['approvalId', 'argumentsSha256', 'decision', 'decidedAt', 'outcome', 'executedAt'])(
    'is good for nothing with another %s',
    async (field) => {
      const { approvalId, invocationId } = await charge();
      await desk.resolve(approvalId, 'approved');
      await desk.result(invocationId);
      const signed = await item(approvalId);
      expect(await isSigned({ ...signed, [field]: `${signed[field]}.` })).toBe(false);
      expect(await isSigned({ ...signed, [field]: null })).toBe(false);
    },
  );

  it('binds the arguments by the hash that anyone can compute from them', async () => {
    const { approvalId } = await desk.ask('decision.request', { action: 'Go', arguments: [1] });
    await desk.resolve(approvalId, 'approved');
    const text =
      '{"arguments":{"action":"Go","arguments":[1]},"requested_scope":"decision.request","tool":"decision.request"}';
    expect((await item(approvalId)).argumentsSha256).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('is signed anew when it ran: until then nothing is said of it', async () => {
    const { approvalId, invocationId } = await charge();
    const [, early] = await Promise.all([desk.resolve(approvalId, 'approved'), receipt(approvalId)]);
    if (early.status === 200 && early.body.item.outcome === null) expect(await isSigned(early.body.item)).toBe(true);
    await desk.result(invocationId);
    expect(await isSigned(await item(approvalId))).toBe(true);
  });

  it('of a failure says so', async () => {
    const { approvalId, invocationId } = await charge(1_000_000);
    await desk.resolve(approvalId, 'approved');
    await desk.result(invocationId);
    const failed = await item(approvalId);
    expect(failed).toMatchObject({ decision: 'approved', outcome: 'failed', executedAt: expect.stringMatching(time) });
    expect(await isSigned(failed)).toBe(true);
  });

  it('of what may not run after all says that it was denied and never executed', async () => {
    const { approvalId, invocationId } = await charge();
    await desk.grant('decision.request');
    await desk.resolve(approvalId, 'approved');
    await desk.result(invocationId);
    await desk.grant('coin.charge', 'decision.request');
    expect(await item(approvalId)).toMatchObject({ decision: 'approved', outcome: 'denied', executedAt: null });
  });

  it('of a denial has the outcome denied', async () => {
    const { approvalId } = await charge();
    await desk.resolve(approvalId, 'denied');
    const denied = await item(approvalId);
    expect(denied).toMatchObject({
      decision: 'denied',
      decidedBy: desk.person.userId,
      executedAt: null,
      outcome: 'denied',
    });
    expect(await isSigned(denied)).toBe(true);
  });

  it('is its person’s only: for anyone else there is no such approval', async () => {
    const { approvalId } = await charge();
    await desk.resolve(approvalId, 'denied');
    const none = await receipt(nobody('apr'));
    expectRefusal(none, 404, 'approval_not_found');
    for (const other of [desk.owner, await signUp(server)]) {
      const foreign = await receipt(approvalId, other);
      expectRefusal(foreign, 404, 'approval_not_found');
      expect(refusalOf(foreign)).toEqual(refusalOf(none));
    }
    expectRefusal(await receipt('apr_1'), 404, 'approval_not_found');
    const unsigned = await call(`${server.baseUrl}/v1/approvals/${approvalId}/receipt`);
    expectRefusal(unsigned, 401, 'unauthenticated');
  });
});

describe('§29 the receipt for the agent that asked', () => {
  const asAgent = (approvalId: string, by = desk.agent) => by.send(`/hooks/v1/approvals/${approvalId}/receipt`);

  it('is the one that the person reads, with the names that are signed', async () => {
    const { approvalId, invocationId } = await charge(2);
    await desk.resolve(approvalId, 'approved');
    await desk.result(invocationId);
    const { status, body } = await asAgent(approvalId);
    expect(status).toBe(200);
    expect(body).toEqual({ receipt: await item(approvalId) });
    expect(await isSigned(body.receipt)).toBe(true);
  });

  it('of a denial has the outcome denied', async () => {
    const { approvalId } = await charge();
    await desk.resolve(approvalId, 'denied');
    expect((await asAgent(approvalId)).body.receipt).toMatchObject({ decision: 'denied', outcome: 'denied' });
  });

  it('is not there while the approval waits, for another agent, nor for what is no approval', async () => {
    const { approvalId } = await charge();
    const waiting = await asAgent(approvalId);
    expectRefusal(waiting, 404, 'receipt_not_found');
    await desk.resolve(approvalId, 'approved');
    const other = await registerAgent(server, desk.owner);
    for (const none of [await asAgent(approvalId, other), await asAgent(nobody('apr')), await asAgent('apr_1')]) {
      expectRefusal(none, 404, 'receipt_not_found');
      expect(refusalOf(none)).toEqual(refusalOf(waiting));
    }
    expect((await asAgent(approvalId)).status).toBe(200);
    const unsigned = await call(`${server.baseUrl}/hooks/v1/approvals/${approvalId}/receipt`);
    expectRefusal(unsigned, 401, 'unauthorized');
  });
});

describe('§12 the receipt of an approval that nobody decides', () => {
  it('is not there while it waits, nor once it has expired', async () => {
    const own = await openDesk(server, ['coin.charge']);
    const { approvalId } = await own.ask('coin.charge', { amount: 1, reason: 'tea' });
    // Closed, because the streams would send heartbeats for a whole day.
    for (const { inbox } of [own, desk]) inbox.close();
    expectRefusal(await receipt(approvalId, own.person), 404, 'receipt_not_found');
    await server.clock.leap(25 * 3_600_000);
    await eventually(server, 'the expiry', async () => {
      const { state } = (await own.person.get(`/v1/approvals/${approvalId}`)).body.item;
      return state === 'expired' ? true : undefined;
    });
    expectRefusal(await receipt(approvalId, own.person), 404, 'receipt_not_found');
  });
});

describe('§12 the keys of receipts', () => {
  const url = () => `${server.baseUrl}/.well-known/parley.json`;

  it('are published as JWK with a kid, and nothing of the private half', async () => {
    const answer = await call(url());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      receiptKeys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          kid: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    });
  });

  it('have the thumbprint of RFC 7638 as their kid', async () => {
    const [key] = await keys();
    const text = `{"crv":"Ed25519","kty":"OKP","x":"${key.x}"}`;
    expect(key.kid).toBe(createHash('sha256').update(text).digest('base64url'));
  });

  it('need no session, may be kept for a minute, and answer HEAD', async () => {
    const get = await call(url());
    expect(get.headers.get('cache-control')).toBe('public, max-age=60');
    expect(get.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const head = await call(url(), { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(get.text)),
    ]);
  });

  it('are not told to whoever asks for another host', async () => {
    const answer = await exchange(server.baseUrl, 'GET /.well-known/parley.json HTTP/1.1', ['Host: other.example']);
    expectRefusal(answer, 421, 'misdirected_request');
  });
});
