import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { App } from '../../chat/conversations/app.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { openServer } from '../../runtime/open-server.ts';
import { agentWith, type Agent } from '../contract/agent.ts';
import { personWith, type Person } from '../contract/person.ts';
import type { Server } from '../contract/server.ts';
import { testServerUrl } from '../databases-under-test.ts';
import { realClock } from '../fake-clock.ts';
import { createFromTemplate } from '../postgres-template.ts';

/** One of several servers on one database. */
export interface Node extends Server {
  readonly app: App;
  close(graceMs?: number): Promise<void>;
}

export interface Cluster {
  readonly nodes: readonly Node[];
  /** Starts another server. */
  join(): Promise<Node>;
  close(): Promise<void>;
}

/** Starts servers that share a PostgreSQL database and use the real clock. */
export async function startCluster(size: number): Promise<Cluster> {
  const database = await createFromTemplate(testServerUrl ?? '');
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-cluster-'));
  const config = readConfig({
    DATABASE_URL: database.url,
    PARLEY_SECRET_KEY: randomBytes(32).toString('base64'),
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PORT: '0',
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_QUOTA_AGENTS: '1000000',
    PARLEY_QUOTA_EVENT_STREAMS: '1000000',
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  });
  const log = pino({ level: process.env['PARLEY_TEST_LOG'] ?? 'silent' });
  const open = async (): Promise<Node> => {
    const server = await openServer({ config, log });
    let closing: Promise<void> | undefined;
    return {
      baseUrl: server.localUrl,
      demoUrl: null,
      clock: realClock,
      app: server.app,
      close: (graceMs = 500) => (closing ??= server.close(graceMs)),
    };
  };
  const nodes: Node[] = [];
  const another = async () => {
    const node = await open();
    nodes.push(node);
    return node;
  };
  for (let i = 0; i < size; i++) await another();
  return {
    nodes,
    join: another,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the same person, at another server. */
export function personAt(node: Node, person: Person): Person {
  return personWith(node, person.cookie, person);
}

/** Returns the same agent, at another server. */
export function agentAt(node: Node, agent: Agent): Agent {
  return agentWith(node, personAt(node, agent.owner), agent, agent);
}
