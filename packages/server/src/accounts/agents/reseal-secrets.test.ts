import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { openServer, type Server } from '../../runtime/open-server.ts';
import { agentWith, registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp } from '../../testing/contract/person.ts';
import { migratedDatabases, type SharedDatabase } from '../../testing/durability/migrated-databases.ts';
import { failingCalls } from '../../testing/failing-calls.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { resealProof } from './prove-key.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { secretBox, type SecretBox } from '../../platform/storage/secret-box.ts';

const clock = fakeClock();
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const oldBox = secretBox(oldKey, { others: [newKey] });
const newBox = secretBox(newKey, { others: [oldKey] });

describe.each(migratedDatabases)('sealing the secrets in $name anew', ({ skip, open }) => {
  if (skip) return void it.skip('is not tried: it is not reachable', () => undefined);
  let database: SharedDatabase;
  let folder: string;
  const servers: Server[] = [];
  beforeEach(async () => {
    database = await open();
    folder = await mkdtemp(join(tmpdir(), 'parley-reseal-'));
  }, 60_000);
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close(1000);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a server that seals with one key and opens with all of them. */
  const start = async (place: 0 | 1, key: Buffer, ...others: Buffer[]) => {
    const text = (key: Buffer) => key.toString('base64');
    // The two may share the embedded database, so it outlives the servers.
    const kept = { ...database.nodes[place], close: () => Promise.resolve() };
    const config = readConfig({
      PARLEY_DATA_DIR: folder,
      PARLEY_PORT: '0',
      PARLEY_DEMO: '0',
      PARLEY_RATE_LIMIT: 'off',
      PARLEY_SECRET_KEY: text(key),
      PARLEY_OTHER_SECRET_KEYS: others.map(text).join(','),
      PARLEY_PSEUDONYM_KEY: text(oldKey),
    });
    const server = await openServer({ config, clock, log: pino({ level: 'silent' }), storage: kept });
    servers.push(server);
    return { baseUrl: server.localUrl, clock, demoUrl: null };
  };
  const storage = () => database.nodes[0];
  const rows = async () => {
    const found = await sql<{ credential_id: string; key_id: string; sealed_secret: Buffer }>`
      select credential_id, key_id, sealed_secret from credentials order by credential_id`.execute(storage().db);
    return found.rows;
  };
  const openAll = async (box: SecretBox) =>
    (await rows()).map(({ credential_id, key_id, sealed_secret }) =>
      box.open(credential_id, { keyId: key_id, bytes: sealed_secret }).toString('base64url'),
    );
  const addAgents = async (server: Awaited<ReturnType<typeof start>>, count: number) => {
    const owner = await signUp(server);
    return Promise.all(Array.from({ length: count }, () => registerAgent(server, owner)));
  };
  const at = (server: Awaited<ReturnType<typeof start>>, agent: Agent) => agentWith(server, agent.owner, agent, agent);
  const statusOf = async (agent: Agent) => (await agent.send('/hooks/v1/agents/search?q=x')).status;

  it('is not seen by agents, on servers that know both keys and seal with the one or the other', async () => {
    const older = await start(0, oldKey, newKey);
    const newer = await start(1, newKey, oldKey);
    const [one, two] = [await addAgents(older, 3), await addAgents(newer, 3)];
    const admitted = async () =>
      Promise.all([...one, ...two].flatMap((agent) => [statusOf(at(older, agent)), statusOf(at(newer, agent))]));
    expect(await resealSecrets({ storage: storage(), secrets: newBox }, { batchSize: 2 })).toEqual({
      resealed: 3,
      unopened: [],
    });
    expect(new Set(await admitted())).toEqual(new Set([200]));
    expect(await resealSecrets({ storage: storage(), secrets: newBox })).toEqual({ resealed: 0, unopened: [] });
    // The old key can be removed now.
    const secrets = [...one, ...two].map(({ secret }) => secret);
    expect((await openAll(secretBox(newKey))).toSorted()).toEqual(secrets.toSorted());
    expect((await rows()).map(({ key_id }) => key_id)).toEqual(Array(6).fill(newBox.keyId));
  });

  it('leaves every secret good wherever it breaks off, and ends when it is run again', async () => {
    const agents = await addAgents(await start(0, oldKey), 5);
    const secrets = agents.map(({ secret }) => secret).toSorted();
    const calls = failingCalls();
    const failing = calls.wrap(storage());
    let k = 0;
    for (; k < 50; k++) {
      const box = k % 2 === 0 ? newBox : oldBox;
      calls.arm(k);
      const run = resealSecrets({ storage: failing, secrets: box }, { batchSize: 2 });
      const isWhole = await run.then(
        () => true,
        () => false,
      );
      expect(calls.disarm()).toBe(!isWhole);
      expect((await openAll(box)).toSorted()).toEqual(secrets);
      if (isWhole) break;
      await resealSecrets({ storage: storage(), secrets: box }, { batchSize: 2 });
      expect((await rows()).every(({ key_id }) => key_id === box.keyId)).toBe(true);
    }
    expect(k).toBeGreaterThan(6);
  });

  it('may be run twice at once', async () => {
    const agents = await addAgents(await start(0, oldKey), 5);
    const both = database.nodes.map((node) => resealSecrets({ storage: node, secrets: newBox }, { batchSize: 1 }));
    const [one, other] = await Promise.all(both);
    expect((one?.resealed ?? 0) + (other?.resealed ?? 0)).toBe(5);
    expect((await openAll(secretBox(newKey))).toSorted()).toEqual(agents.map(({ secret }) => secret).toSorted());
  });

  it('names the credentials that no key opens, leaves them as they are and seals all others', async () => {
    const server = await start(0, oldKey);
    const [unknown, bent, good] = (await addAgents(server, 3)) as [Agent, Agent, Agent];
    await sql`update credentials set key_id = 'another' where credential_id = ${unknown.credentialId}`.execute(
      storage().db,
    );
    await sql`update credentials set sealed_secret = overlay(sealed_secret placing '\\x00'::bytea from 20)
      where credential_id = ${bent.credentialId}`.execute(storage().db);
    const before = await rows();
    const { resealed, unopened } = await resealSecrets({ storage: storage(), secrets: newBox }, { batchSize: 2 });
    await resealProof({ storage: storage(), secrets: newBox });
    expect(resealed).toBe(1);
    expect(unopened.toSorted()).toEqual([unknown.credentialId, bent.credentialId].toSorted());
    const after = await rows();
    for (const { credentialId } of [unknown, bent]) {
      const rowOf = (list: typeof before) => list.find(({ credential_id }) => credential_id === credentialId);
      expect(rowOf(after)).toEqual(rowOf(before));
    }
    const newer = await start(1, newKey);
    expect(await statusOf(at(newer, good))).toBe(200);
    // A bad secret affects its own agent only: others in the same batch are still admitted.
    const asked = [unknown, good, bent].map((agent) => statusOf(at(newer, agent)));
    expect(await Promise.all(asked)).toEqual([401, 200, 401]);
  });
});
