import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditHead } from '@parley/protocol';
import { resealAuditKeys } from '../../platform/audit/audit-keys.ts';
import { secretBox } from '../../platform/storage/secret-box.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import type { Json } from '../../testing/contract/http.ts';
import { freshHandle, signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { verifyAudit } from './verify-audit.ts';

let server: TestServer;
let root: Person;
let ada: Person;
beforeEach(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
  ada = await signUp(server);
}, 60_000);
afterEach(() => server.stop());

const rows = async (query = ''): Promise<Json[]> => (await root.get(`/v1/admin/audit${query}`)).body.items;
const head = async (): Promise<AuditHead> => (await root.get('/v1/admin/audit/head')).body.item;
const verify = (heads: readonly AuditHead[] = []) => verifyAudit(server.app, heads);
const tamper = (statement: ReturnType<typeof sql>) => statement.execute(server.app.storage.db);

describe('§18 the audit log', { timeout: 60_000 }, () => {
  it('is newest first, filtered by actor, action, target and time, with pages', async () => {
    const since = new Date(server.clock.now()).toISOString();
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'disabled' });
    await server.clock.leap(1_000);
    const until = new Date(server.clock.now()).toISOString();
    await root.patch(`/v1/admin/people/${ada.userId}`, { status: 'active' });
    const actions = async (query: string) => (await rows(query)).map(({ action }) => action);
    expect(await actions(`?target=${ada.userId}&actor=${root.userId}`)).toEqual(['person.enabled', 'person.disabled']);
    expect(await actions(`?since=${since}&until=${until}&action=person.disabled`)).toEqual(['person.disabled']);
    expect(await actions(`?since=${until}`)).toEqual(['person.enabled']);
    expect(await actions(`?until=${until}&target=${ada.userId}`)).toEqual(['person.disabled', 'user.signed_up']);
    const first = (await root.get('/v1/admin/audit?limit=2')).body;
    const second = (await root.get(`/v1/admin/audit?limit=2&cursor=${first.nextCursor}`)).body;
    const seqs = [...first.items, ...second.items].map(({ seq }) => seq);
    expect(seqs).toEqual([seqs[0], seqs[0] - 1, seqs[0] - 2, seqs[0] - 3]);
    expect((await root.get('/v1/admin/audit?action=person.vanished')).status).toBe(400);
    expect((await root.get('/v1/admin/audit?since=yesterday')).status).toBe(400);
  });

  it('has no row of a change that was refused, and one of each change that a call made', async () => {
    const before = (await head()).seq;
    await root.patch(`/v1/admin/people/${root.userId}`, { role: 'member' });
    await ada.patch(`/v1/admin/people/${root.userId}`, { status: 'disabled' });
    expect((await head()).seq).toBe(before);
    await root.patch(`/v1/admin/people/${ada.userId}`, { role: 'admin', displayName: 'Ada B', status: 'active' });
    expect((await rows(`?limit=2`)).map(({ action }) => action)).toEqual(['person.renamed', 'person.promoted']);
  });

  it('names of failed sign-ins the person, or a keyed hash of what was typed, and thins out bursts', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await signIn(server, { ...ada, password: 'not it at all' }).catch(() => null);
      await signIn(server, { ...ada, handle: 'nobody-of-that-name', password: 'not it at all' }).catch(() => null);
    }
    const refused = await rows('?action=session.refused');
    expect(refused.map(({ target, details }) => [target.id, details.attempts])).toEqual([
      [null, 10],
      [ada.userId, 10],
      [null, 1],
      [ada.userId, 1],
    ]);
    expect(refused[0]).toMatchObject({
      actor: { type: 'user', id: null },
      details: { typed: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(JSON.stringify(refused)).not.toContain('nobody-of-that-name');
    await server.clock.leap(10 * 60_000);
    await signIn(server, { ...ada, password: 'not it at all' }).catch(() => null);
    expect((await rows('?action=session.refused'))[0]).toMatchObject({ details: { attempts: 1 } });
  });

  it('is downloaded oldest first, a row a line', async () => {
    const answer = await root.get('/v1/admin/audit/export');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.toReversed()).toEqual(await rows('?limit=100'));
    const filtered = (await root.get('/v1/admin/audit/export?action=user.signed_up')).text.trimEnd().split('\n');
    expect(filtered).toHaveLength(2);
  });

  it('is verified as whole, with rows that are not sealed yet, and against its own checkpoints', async () => {
    const first = await head();
    await ada.post('/v1/conversations', { userIds: [root.userId] });
    const verdict = await verify([first]);
    expect(verdict).toMatchObject({ faults: [], sealed: first.seq, unsealed: 1, checkpoints: 1 });
    expect((await verify([first, await head()])).faults).toEqual([]);
  });

  it.each([
    ['changed', sql`update audit_log set actor_id = target_id || 'x' where seq = 2`, 'Row 2 was changed or inserted.'],
    ['changed in its time', sql`update audit_log set at = at - interval '1 day' where seq = 2`, 'Row 2 was changed'],
    ['removed', sql`delete from audit_log where seq = 2`, 'Rows 2 to 2 are missing.'],
    [
      'moved',
      sql`update audit_log set seq = case seq when 2 then -3 else -2 end where seq in (2, 3)`,
      'does not follow',
    ],
    [
      'inserted',
      sql`insert into audit_log select 'x' || row_id, at, actor_type, actor_id, action, target_type, target_id, details,
          address_group, request_id, key_position, mac, null, null, null from audit_log where seq = 2`,
      'not sealed yet, was changed or inserted.',
    ],
  ])('shows a row that was %s', async (_what, statement, words) => {
    await head();
    await tamper(statement);
    await tamper(sql`update audit_log set seq = -seq where seq < 0`);
    expect((await verify()).faults.join(' ')).toContain(words);
  });

  it('shows by a checkpoint that its end was cut, or written anew', async () => {
    const kept = await head();
    await tamper(sql`delete from audit_log where seq = ${kept.seq}`);
    expect((await verify()).faults).toEqual([]);
    expect((await verify([kept])).faults.join(' ')).toContain(`a checkpoint says that it had ${kept.seq}`);
    await ada.post('/v1/conversations', { userIds: [root.userId] });
    await head();
    expect((await verify()).faults).toEqual([]);
    expect((await verify([kept])).faults.join(' ')).toContain('written anew');
    const forged = { ...kept, hash: 'ab'.repeat(32) };
    expect((await verify([forged])).faults.join(' ')).toContain('not signed by this server');
  });

  it('says so when a row was removed in the moment before it was sealed', async () => {
    await head();
    await ada.post('/v1/conversations', { userIds: [root.userId] });
    await tamper(sql`delete from audit_log where seq is null`);
    await server.clock.leap(1_000);
    await expect.poll(async () => (await rows('?limit=1'))[0]?.action).toBe('audit.row_missing');
    expect((await verify()).faults.join(' ')).toContain('removed before it was sealed');
  });

  it('outlives a change of the secret key', async () => {
    await head();
    const { storage, config } = server.app;
    const secrets = secretBox(randomBytes(32), { others: [config.secretKey] });
    await resealAuditKeys({ storage, secrets });
    const changed = secretBox(config.secretKey);
    expect((await verifyAudit({ storage, secrets }, [])).faults).toEqual([]);
    expect((await verifyAudit({ storage, secrets: changed }, [])).faults.length).toBeGreaterThan(0);
  });

  it('is read by administrators alone, and by their tokens', async () => {
    for (const path of ['', '/export', '/head']) {
      expect((await ada.get(`/v1/admin/audit${path}`)).body.error.code).toBe('admin_required');
    }
    const { token } = (await root.post('/v1/tokens', { name: 'Reader', admin: true, expiresInDays: 1 })).body;
    const answer = await fetch(`${server.baseUrl}/v1/admin/audit`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect((await rows('?action=token.created'))[0]).toMatchObject({ details: { forAdmin: true } });
  });

  it('takes 64 writers at once without a gap', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => signUp(server)));
    const asked = people.flatMap((person) =>
      Array.from({ length: 8 }, () => person.post('/v1/tokens', { name: freshHandle() })),
    );
    expect((await Promise.all(asked)).every(({ status }) => status === 201)).toBe(true);
    expect((await rows('?action=token.created&limit=100')).length).toBe(64);
    expect(await verify()).toMatchObject({ faults: [], unsealed: 0 });
  });
});
