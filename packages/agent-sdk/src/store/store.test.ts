import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { newId } from '@parley/protocol';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { Agent } from '../agent.ts';
import type { AgentOptions } from '../agent-options.ts';
import type { Context } from '../context.ts';
import { messageCreated } from '../fake-platform/envelopes.ts';
import { FakePlatform } from '../fake-platform/fake-platform.ts';
import type { HandlerError } from '../handler-error.ts';
import { nodeModule } from '../node-module.ts';
import { sqliteClient, type SqliteDatabase } from '../sqlite-client.ts';
import { StoreInMemory, type StateStore } from './state-store.ts';
import { StoreInFile } from './store-in-file.ts';
import { StoreInRedis } from './store-in-redis.ts';
import { StoreInSql } from './store-in-sql.ts';

interface Kept {
  turns: number;
  tags: string[];
  [note: `note:${string}`]: { text: string } | null;
}

const folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
const pool = await reachable('PostgreSQL', async () => {
  const client = new pg.Pool({ host: '127.0.0.1', user: 'postgres', database: 'test', connectionTimeoutMillis: 2000 });
  await client.query('SELECT 1');
  return client;
});
const redis = await reachable('Redis', async () => {
  const client = new Redis({ lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  await client.connect();
  return client;
});
const sqlite = await reachable('node:sqlite', async () => {
  const { DatabaseSync } = await nodeModule<{ DatabaseSync: new (path: string) => SqliteDatabase }>('node:sqlite');
  return new DatabaseSync(join(folder, 'store.db'));
});
const embedded = new PGlite();

afterAll(async () => {
  await pool?.query("DELETE FROM parley_store WHERE scope LIKE 'agt_%'");
  await pool?.end();
  redis?.disconnect();
  await embedded.close();
});

/** What runs on this machine; what does not is said on standard error, and its tests are skipped. */
async function reachable<T>(name: string, open: () => Promise<T>): Promise<T | null> {
  return open().catch((error: unknown) => {
    console.error(`Skipped: tests of the store on ${name}, which is not here (${String(error)}).`);
    return null;
  });
}

let platform: FakePlatform;
let agent: Agent<Kept>;

beforeEach(async () => {
  platform = await new FakePlatform().start();
});

afterEach(async () => {
  await agent.stop(0);
  await platform.stop();
});

const make = (options: Partial<AgentOptions> = {}) =>
  (agent = new Agent<Kept>({ ...platform.options, log: () => undefined, retry: { retries: 0 }, ...options }));

const said = () => platform.bodies('/hooks/v1/reply').map(({ blocks }) => blocks?.[0]?.['text']);

/** Each with a way to open the same values again, as a restart does; null for memory, whose values end with it. */
const backEnds: { name: string; isHere: boolean; open: () => StateStore; again: (() => StateStore) | null }[] = [
  { name: 'memory', isHere: true, open: () => new StoreInMemory(), again: null },
  ...['file'].map((name) => {
    const path = join(folder, 'values.json');
    return { name, isHere: true, open: () => new StoreInFile(path), again: () => new StoreInFile(path) };
  }),
  ...[
    { name: 'PostgreSQL', client: pool },
    { name: 'PGlite', client: embedded },
    { name: 'node:sqlite', client: sqlite && sqliteClient(sqlite) },
  ].map(({ name, client }) => {
    const open = () => new StoreInSql(client as NonNullable<typeof client>);
    return { name, isHere: client !== null, open, again: open };
  }),
  ...['Redis'].map((name) => {
    const open = () => new StoreInRedis(redis as Redis);
    return { name, isHere: redis !== null, open, again: open };
  }),
];

describe.each(backEnds)('values on $name', ({ isHere, open, again }) => {
  test.skipIf(!isHere)('are read as they were set, apart by conversation, person, key and agent', async () => {
    const [one, two] = [newId('conversation', 1), newId('conversation', 2)];
    const ada = newId('user', 1);
    const values = open();
    make({ store: values });
    const here = agent.storeOf(one);
    expect(await here.get('turns')).toBeUndefined();
    await here.set('turns', 1);
    await here.set('turns', 2);
    await here
      .set('note:ä "\u0000\n€', { text: '\u0000 ’ " \\ 🍵' })
      .catch((error: Error) => expect(error.message).toMatch(/NUL/));
    await here.set('note:ä "\n€', { text: '\u0000 ’ " \\ 🍵' });
    await here.set('note:none', null);
    await agent.storeOf(two).set('turns', 7);
    await agent.storeOf(ada).set('turns', 9);
    const other = new Agent<Kept>({ ...platform.options, agentId: newId('agent', 5), store: values });
    expect(await other.storeOf(one).get('turns')).toBeUndefined();

    if (again) make({ store: again() });
    expect(await agent.storeOf(one).get('turns')).toBe(2);
    expect(await agent.storeOf(one).get('note:ä "\n€')).toEqual({ text: '\u0000 ’ " \\ 🍵' });
    expect(await agent.storeOf(one).get('note:none')).toBeNull();
    expect(await agent.storeOf(two).get('turns')).toBe(7);
    expect(await agent.storeOf(ada).get('turns')).toBe(9);

    await agent.storeOf(one).delete('turns');
    await agent.storeOf(one).delete('turns');
    expect(await agent.storeOf(one).get('turns')).toBeUndefined();
    expect(await agent.storeOf(two).get('turns')).toBe(7);
  });

  test.skipIf(!isHere)('holds 64 KiB of JSON and keys of 128 characters', async () => {
    const kept = make({ store: open() }).storeOf(newId('conversation', 3));
    const text = '€'.repeat((65_536 - '{"text":""}'.length) / 3) + 'x'.repeat((65_536 - '{"text":""}'.length) % 3);
    const key = `note:${'k'.repeat(123)}` as const;
    await kept.set(key, { text });
    expect(await kept.get(key)).toEqual({ text });
    await expect(kept.set(key, { text: `${text}x` })).rejects.toThrow(/has 65537 bytes as JSON, and .* at most 65536/);
    await expect(kept.set(`${key}k`, null)).rejects.toThrow(/1 to 128 characters/);
    expect(await kept.get(key)).toEqual({ text });
  });
});

test('handlers find what was kept: of the conversation in it, of the person everywhere', async () => {
  make();
  agent.on('message.created', async (ctx) => {
    const turns = ((await ctx.store.get('turns')) ?? 0) + 1;
    const all = ((await ctx.store.person.get('turns')) ?? 0) + 1;
    await ctx.store.set('turns', turns);
    await ctx.store.person.set('turns', all);
    await ctx.reply(`${turns} here, ${all} in all`);
  });
  await agent.startRelay();
  const user = messageCreated('x').user;
  const [here, there] = [newId('conversation', 1), newId('conversation', 2)];
  for (const [index, conversation] of [here, here, there].entries()) {
    const envelope = { ...messageCreated('hi', conversation), user };
    platform.relay.deliver(envelope);
    await expect.poll(said).toHaveLength(index + 1);
  }
  expect(said()).toEqual(['1 here, 1 in all', '2 here, 2 in all', '1 here, 3 in all']);
  expect(await agent.storeOf(here).get('turns')).toBe(2);
  expect(await agent.storeOf(user.id).get('turns')).toBe(3);
});

test('what cannot be kept is an error that says why, and of a call without await too', async () => {
  const errors: string[] = [];
  make();
  agent.catch((error: HandlerError) => errors.push((error.cause as Error).message));
  agent.on('message.created', (ctx) => void ctx.store.set('turns', 1n as never));
  await agent.startRelay();
  platform.relay.deliver(messageCreated('hi'));
  await expect.poll(() => errors).toEqual([expect.stringMatching(/"turns" cannot be written as JSON: .*BigInt/)]);

  const kept = agent.storeOf(newId('conversation', 4));
  await expect(kept.set('turns', undefined as never)).rejects.toThrow(
    /cannot be written as JSON. Use ctx.store.delete/,
  );
  await expect(kept.get('' as never)).rejects.toThrow(/1 to 128 characters without NUL, not ""/);
  expect(() => agent.storeOf('msg_1' as never)).toThrow(/cnv_….*usr_….*not "msg_1"/);
});

test('memory forgets the oldest of more than 10,000 values', async () => {
  const values = new StoreInMemory();
  for (let index = 0; index <= 10_000; index++) values.set('agt_1/cnv_1', String(index), '1');
  expect(values.get('agt_1/cnv_1', '0')).toBeNull();
  expect(values.get('agt_1/cnv_1', '1')).toBe('1');
});

test('a file holds all of many changes at once, is whole at each moment, and is read by its owner only', async () => {
  const path = join(folder, 'busy.json');
  const store = new StoreInFile(path);
  let isOver = false;
  const reads: number[] = [];
  const reader = (async () => {
    while (!isOver) {
      const text = await readFile(path, 'utf8').catch(() => '{}');
      reads.push(Object.keys(JSON.parse(text) as object).length);
    }
  })();
  await Promise.all(Array.from({ length: 300 }, (_, index) => store.set(`agt_1/cnv_${index}`, 'n', String(index))));
  isOver = true;
  await reader;
  expect(reads.length).toBeGreaterThan(1);
  const again = new StoreInFile(path);
  expect(await again.get('agt_1/cnv_299', 'n')).toBe('299');
  expect(Object.keys(JSON.parse(await readFile(path, 'utf8')) as object)).toHaveLength(300);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.startsWith('busy.json.'))).toEqual([]);
});

test('a file that two agents of a process name keeps what both set, and each reads what the other has set', async () => {
  const path = join(folder, 'shared.json');
  const stores = [new StoreInFile(path), new StoreInFile(relative(process.cwd(), path))] as const;
  const sets = stores.map((store, index) =>
    Array.from({ length: 50 }, (_, turn) => store.set(`agt_${index}/cnv_1`, `n${turn}`, String(turn))),
  );
  await Promise.all(sets.flat());
  await stores[0].set('agt_0/cnv_1', 'last', '1');
  await stores[1].set('agt_1/cnv_1', 'last', '2');
  expect(await stores[0].get('agt_1/cnv_1', 'last')).toBe('2');
  const kept = JSON.parse(await readFile(path, 'utf8')) as Record<string, object>;
  expect(Object.values(kept).map((values) => Object.keys(values).length)).toEqual([51, 51]);
});

test('a file that was removed is empty for the next store on it', async () => {
  const path = join(folder, 'removed.json');
  await new StoreInFile(path).set('agt_1/cnv_1', 'a', '1');
  await rm(path);
  expect(await new StoreInFile(path).get('agt_1/cnv_1', 'a')).toBeNull();
});

test('a file that holds something else is refused with its path, and is left as it is', async () => {
  const path = join(folder, 'other.json');
  await writeFile(path, 'not json');
  const store = new StoreInFile(path);
  await expect(async () => store.set('agt_1/cnv_1', 'a', '1')).rejects.toThrow(`${path} holds no values of ctx.store`);
  expect(await readFile(path, 'utf8')).toBe('not json');
});

test('a write that failed is told to its caller, and the next one writes both', async () => {
  const path = join(folder, 'missing', 'store.json');
  const store = new StoreInFile(path);
  await expect(store.set('agt_1/cnv_1', 'a', '1')).rejects.toThrow(/ENOENT/);
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(folder, 'missing'));
  await store.set('agt_1/cnv_1', 'b', '2');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ 'agt_1/cnv_1': { a: 1, b: 2 } });
});

test('a database that is gone is an error of the call', async () => {
  const gone = new pg.Pool({ host: '127.0.0.1', port: 1 });
  onTestFinished(() => gone.end());
  const kept = make({ store: new StoreInSql(gone) }).storeOf(newId('conversation', 6));
  await expect(kept.get('turns')).rejects.toThrow(/ECONNREFUSED/);
});

test('keys and values are typed by the agent’s state', () => {
  const check = async (ctx: Context<'message.created', Kept>) => {
    expectTypeOf(ctx.store.get('turns')).resolves.toEqualTypeOf<number | undefined>();
    expectTypeOf(ctx.store.person.get('tags')).resolves.toEqualTypeOf<string[] | undefined>();
    // @ts-expect-error: turns are a number.
    await ctx.store.set('turns', 'two');
    // @ts-expect-error: no such key.
    await ctx.store.get('turn');
  };
  make().on('message.created', check);
  expectTypeOf(agent.storeOf(newId('user', 1)).get('note:a')).resolves.toEqualTypeOf<
    { text: string } | null | undefined
  >();
  const untyped = new Agent(platform.options);
  untyped.on('message.created', (ctx) => {
    expectTypeOf(ctx.store.get('anything')).resolves.toEqualTypeOf<unknown>();
  });
});
