import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, type UserId } from '@parley/protocol';
import { setRole, setVerifiedEmail } from '../../accounts/users/account-queries.ts';
import { openShop } from '../../actions/tools/fixtures/shop.ts';
import { auditCoins } from '../../actions/tools/fixtures/audit-coins.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { deliver, messagesOf, openConversation, say } from '../../testing/contract/conversation.ts';
import { readyExport } from '../../testing/contract/exports.ts';
import { uploaded } from '../../testing/contract/files.ts';
import { showForm } from '../../testing/contract/form.ts';
import type { Answer } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { insertPasskey } from '../passkeys/passkey-queries.ts';
import { makeLink } from '../links/make-link.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { writeRows } from './fixtures/write-rows.ts';
import { personalColumns } from './personal-columns.ts';

let server: TestServer;
let root: Person;
beforeAll(async () => {
  server = await startTestServer({
    PARLEY_SMTP_URL: 'smtp://127.0.0.1:1?insecure=1',
    PARLEY_MAIL_FROM: 'Parley <parley@parley.example>',
    PARLEY_BASE_URL: 'http://localhost:4600',
  });
  root = await firstAdmin(server);
}, 240_000);
afterAll(() => server.stop());

describe('§15 the table of what becomes of each column', () => {
  it('names every column of the database, and no other', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as "table", array_agg(column_name::text) as columns
      from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely_%'
        and table_name in (select tablename from pg_tables where schemaname = 'public')
      group by table_name`.execute(server.app.storage.db);
    expect(rows.length).toBeGreaterThan(70);
    expect(Object.keys(personalColumns).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
    for (const { table, columns } of rows)
      expect([table, Object.keys(personalColumns[table] ?? {}).toSorted()]).toEqual([table, columns.toSorted()]);
  });
});

/** Words that nothing else holds, by what they were written into. */
const words = new Map<string, string>();
function word(into: string): string {
  // No ending of English is cut off a word that ends in x.
  const made = `w${[...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}x`;
  words.set(into, made);
  return made;
}

/** All rows of all tables as text, bytes in hexadecimal. */
async function everything(): Promise<Map<string, string>> {
  const { db } = server.app.storage;
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const all = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(to_jsonb(t)::text, ' ') as text from ${sql.table(name)} t`.execute(db);
    all.set(name, rows[0]?.text ?? '');
  }
  return all;
}

/** The bytes of all files in the data folder. */
async function files(): Promise<Buffer> {
  const { dataDir } = server.app.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(found.map((entry) => readFile(join(entry.parentPath, entry.name)))));
}

/** Where words still are, as `<what it was written into>: <table>`. */
async function found(): Promise<string[]> {
  const [tables, bytes] = [await everything(), await files()];
  const places: string[] = [];
  for (const [into, made] of words) {
    const hex = Buffer.from(made).toString('hex');
    for (const [table, text] of tables)
      if (text.toLowerCase().includes(made) || text.includes(hex)) places.push(`${into}: ${table}`);
    if (bytes.includes(made)) places.push(`${into}: a file`);
  }
  return places;
}

const made = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
};

/** Columns that go and that no person writes: hashes, keys, and the server’s own words. */
const wordless: Readonly<Record<string, string>> = {
  access_requests: 'state',
  access_tokens: 'token_hash',
  account_links: 'kind token_hash',
  accounts: 'role role_source',
  agent_attention: 'notify',
  agent_models: 'currency failure_kind held_by key_id offer_id sealed_key state tools',
  agent_suspensions: 'cause',
  assets: 'mime sha256',
  credentials: 'key_id sealed_secret',
  idempotency_keys: 'body_sha256',
  identities: 'provider_id',
  mail_queue: 'address_hash key_id kind mail_id sealed',
  memberships: 'consented_scopes granted_scopes',
  notices: 'kind',
  notifications: 'type',
  passkeys: 'rp_id',
  pending_identities: 'provider_id',
  push_subscriptions: 'auth endpoint_hash p256dh session_hash token_hash',
  reactions: 'emoji',
  room_attention: 'notify',
  schedules: 'cron timezone',
  scope_asks: 'scope',
  scope_grants: 'scope',
  sessions: 'token_hash',
  task_history: 'by status',
  tasks: 'status',
  users: 'locale password_hash timezone',
};

/**
 * Columns that an erasure empties, replaces or deletes and that nobody wrote into: without a row, or with neither a word of
 * the test nor ids alone. What is not written is not tested below.
 */
async function unwritten(): Promise<string[]> {
  const { db } = server.app.storage;
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'bytea', 'tsvector')`.execute(db);
  const missing: string[] = [];
  for (const { table, column } of columns) {
    const fate = personalColumns[table]?.[column];
    const name = `${table}.${column}`;
    if (fate === undefined || fate === 'kept' || fate === 'hash') continue;
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(${sql.ref(column)})::text as text from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db);
    const isWord = ({ text }: { text: string }) =>
      [...words.values()].some(
        (made) => text.toLowerCase().includes(made) || text.includes(Buffer.from(made).toString('hex')),
      );
    const isId = ({ text }: { text: string }) => /^"[a-z]{3,4}_[0-9A-Z]{26}"$/.test(text);
    if (wordless[table]?.split(' ').includes(column)) continue;
    if (rows.length === 0) missing.push(`${name}: nothing`);
    else if (!rows.some(isWord) && !rows.every(isId)) missing.push(`${name}: ${rows[0]?.text.slice(0, 60)}`);
  }
  return missing;
}

/** A person who has written into everything. */
async function writeEverywhere() {
  const shop = await openShop(server, ['coin.charge'], { person: word('handle') });
  const { person: ada, agent, conversation } = shop;
  const ben = await signUp(server, { displayName: 'Ben' });
  const { app } = server;
  const [userId, now] = [ada.userId as UserId, () => new Date(app.clock.now())];
  made(await ada.patch('/v1/session', { displayName: `Ada ${word('name')}` }));
  const email = `${word('address')}@parley.example`;
  const pending = `${word('pending address')}@parley.example`;
  await app.storage.transaction((tx) => setVerifiedEmail(tx, userId, email));
  await makeLink(app.storage.db, { kind: 'email', userId, email: pending, nowMs: app.clock.now(), lastsMs: 9e8 });
  for (const to of [email, pending])
    await app.commit((work) =>
      queueMail(work, app, { kind: 'notice', to, subject: 'x', paragraphs: [word(`mail to ${to}`)], link: null }),
    );
  made(await root.post('/v1/admin/invitations', { email }));
  await signIn(server, ada, { 'user-agent': word('browser') });
  made(await ada.post('/v1/tokens', { name: word('token') }));
  await app.storage.transaction((tx) =>
    insertPasskey(tx, {
      passkey_id: newId('passkey', app.clock.now()),
      user_id: userId,
      credential_id: Buffer.from(word('credential')),
      public_key: Buffer.from(word('public key')),
      counter: 0,
      rp_id: 'localhost',
      name: word('passkey'),
      created_at: now(),
    }),
  );
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  };
  const endpoint = `https://push.example/${word('push')}`;
  made(await ada.post('/v1/push/subscriptions', { endpoint, expirationTime: null, keys }));

  const path = `/v1/conversations/${conversation}`;
  await say(ada, conversation, word('message'));
  const { messageId } = (await messagesOf(ada, conversation)).at(-1)!;
  made(await ada.patch(`${path}/messages/${messageId}`, { text: word('edited message') }));
  made(await ada.post(`${path}/messages`, { text: word('keyed message') }, { 'idempotency-key': 'one' }));
  const assetId = await uploaded(ada, Buffer.from(word('bytes')), `${word('file name')}.txt`);
  made(await ada.post(`${path}/attachments`, { assetId }));
  await uploaded(ada, Buffer.from(word('unnamed bytes')), 'a.txt');
  await agent.reply(await deliver(ada, conversation, word('answered message')), 'Well');
  await agent.reply(await deliver(ada, conversation, 'draft'), word('draft'), { partial: true });
  made(await ada.post(`${path}/tasks`, { title: word('task'), instructions: word('instructions') }));
  const task = made(await ada.post(`${path}/tasks`, { title: word('cancelled task'), instructions: 'x' })).body.item;
  made(await ada.post(`/v1/tasks/${task.taskId}/cancel`));
  made(await ada.post(`${path}/schedules`, { cron: '* * * * *', text: word('schedule') }));
  await server.clock.advance(61_000);
  made(await ada.patch(path, { title: word('title') }));
  const form = await showForm(agent, ada, conversation);
  await form.submit(ada, { values: { size: word('form') } });

  const charge = (reason: string) => shop.invoke({ tool: 'coin.charge', args: { amount: 1, reason } });
  const refused = await charge(word('denied'));
  made(await ada.post(`/v1/approvals/${refused.body.approval_id}/resolve`, { decision: 'denied' }));
  const first = await charge(word('approved'));
  const standing = {
    until: new Date(app.clock.now() + 3_600_000).toISOString(),
    max: [{ path: '/amount', total: 5 }],
    equal: [],
  };
  made(await ada.post(`/v1/approvals/${first.body.approval_id}/resolve`, { decision: 'approved', standing }));
  await shop.result(first.body.invocation_id);
  const used = await charge(word('covered'));
  await shop.result(used.body.invocation_id);
  const denied = await charge(word('standing, too')).then((answer) => answer.body);
  expect(denied).toBeDefined();

  const group = await openConversation(ada, null, [ben, root]);
  await say(ada, group, word('group message'));
  await say(ben, group, 'Ben stays');
  const [reported] = await messagesOf(ben, group);
  made(await ben.post('/v1/reports', { messageId: reported!['messageId'], reason: 'Rude' }));
  made(await ada.post('/v1/reports', { userId: ben.userId, reason: word('report') }));
  made(await ada.send('PUT', `/v1/conversations/${group}/messages/${reported!['messageId']}/reactions/👍`));
  const left = await openConversation(ben, null, [ada, root]);
  await say(ada, left, word('before leaving'));
  made(await ada.del(`/v1/conversations/${left}/members/${ada.userId}`));
  const deleted = await openConversation(ben, null, [ada, root]);
  await say(ada, deleted, word('in a deleted room'));
  made(await ben.del(`/v1/conversations/${deleted}`));
  const joined = await openConversation(ben, agent, [root]);
  made(await ben.post(`/v1/conversations/${joined}/members`, { userId: ada.userId }));
  made(
    await ben.post(
      '/v1/conversations',
      { agentIds: [], userIds: [ada.userId, root.userId] },
      { 'idempotency-key': 'b' },
    ),
  );

  const own = await registerAgent(server, ada, {
    name: word('agent name'),
    handle: word('agent handle'),
    description: word('description'),
    suggested_prompts: [word('prompt')],
    access: 'public',
  });
  const other = await registerAgent(server, ben, { access: 'request' });
  made(await ada.post(`/v1/agents/${other.agentId}/access-requests`, { note: word('access note') }));
  made(await ada.post(`/v1/agents/${own.agentId}/transfer`, { handle: ben.handle }));
  made(await ben.post(`/v1/agents/${other.agentId}/transfer`, { handle: ada.handle }));
  await readyExport(ada);
  made(await root.post(`/v1/admin/people/${ada.userId}/password-reset`));
  await app.storage.transaction((tx) => setRole(tx, userId, 'admin', 'manual'));
  made(await ada.post('/v1/admin/invitations', { email: `${word('invited')}@parley.example` }));
  const { items } = (await root.get('/v1/admin/reports')).body;
  const note = { state: 'resolved', note: word('note') };
  made(await ada.patch(`/v1/admin/reports/${items[0].reportId}`, note));
  await writeRows(
    app.storage.db,
    {
      ...{ userId, otherId: ben.userId, ownAgentId: own.agentId, otherAgentId: other.agentId },
      ...{ conversationId: conversation, messageId: String(messageId), at: now() },
    },
    word,
  );
  return { shop, ada, ben, group, own, receipt: first.body.approval_id as string };
}

const personOf = async (userId: string) => (await root.get(`/v1/admin/people/${userId}`)).body.item;

describe('§15 an erased person', { timeout: 240_000 }, () => {
  it('has left no word in any column or file, and others keep theirs', async () => {
    const { shop, ada, ben, group, own, receipt } = await writeEverywhere();
    const before = await found();
    expect(await unwritten()).toEqual([]);
    // Each word was somewhere, so that the search below can fail.
    const lost = [...words.keys()].filter((into) => !before.some((place) => place.startsWith(`${into}: `)));
    expect(lost.filter((into) => !/^mail to|^push|^form/.test(into))).toEqual([]);

    const answer = await root.post(`/v1/admin/people/${ada.userId}/erase`, { confirm: ada.handle });
    expect([answer.status, answer.body.item.status]).toEqual([202, 'erasing']);
    await expect.poll(async () => (await personOf(ada.userId)).status, { timeout: 120_000 }).toBe('erased');

    expect(await found()).toEqual([]);
    const person = await personOf(ada.userId);
    expect(person).toMatchObject({
      displayName: 'Deleted person',
      email: null,
      role: 'member',
      conversations: 0,
      agents: 0,
    });
    expect(person).toMatchObject({ assetBytes: 0, signIn: { password: false, passkeys: 0, providers: [] } });
    expect(person).toMatchObject({ handle: expect.stringMatching(/^deleted-[0-9a-f]{12}$/) });
    const [gone, stays] = await messagesOf(ben, group);
    expect(gone).toMatchObject({ deleted: true, body: null, author: { id: ada.userId, name: 'Deleted person' } });
    expect(stays).toMatchObject({ body: 'Ben stays', deleted: false });
    expect((await root.get(`/v1/agents/${own.agentId}`)).status).toBe(404);
    expect(await auditCoins(server.app.storage.db)).toMatchObject({ sum: 0, wrong: [] });
    const { receipt: kept } = (await shop.agent.send(`/hooks/v1/approvals/${receipt}/receipt`, undefined)).body;
    expect(kept).toMatchObject({ approvalId: receipt, outcome: 'succeeded', decidedBy: ada.userId });
    const { items } = (await root.get(`/v1/admin/audit?target=${ada.userId}`)).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['person.erasing', 'person.erased']),
    );
    shop.relay.close();
  });
});
