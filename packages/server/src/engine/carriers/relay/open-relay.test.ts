import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentId, CredentialId } from '@parley/protocol';
import type { RelayApp } from '../relay-app.ts';
import type { EventSink, StreamAnswer } from '../../../platform/routing/route.ts';
import { startTestServer, type TestServer } from '../../../testing/app.ts';
import { registerAgent, type Agent } from '../../../testing/contract/agent.ts';
import { signUp } from '../../../testing/contract/person.ts';
import { openRelay } from './open-relay.ts';

let server: TestServer;
let agent: Agent;

beforeAll(async () => {
  server = await startTestServer();
  agent = await registerAgent(server, await signUp(server));
});
afterAll(() => server.stop());

/** A sink that accepts all writes and records whether it was closed. */
class Line implements EventSink {
  readonly bufferedBytes = 0;
  closed = false;
  private readonly listeners: (() => void)[] = [];
  write(): boolean {
    return true;
  }
  onDrain(): void {}
  onClose(listener: () => void): void {
    this.listeners.push(listener);
  }
  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const listener of this.listeners) listener();
  }
}

const open = (app: RelayApp): Promise<StreamAnswer> =>
  openRelay(app, { agentId: agent.agentId as AgentId, credentialId: agent.credentialId as CredentialId });
const noted = async () =>
  (await sql`select from relay_streams where agent_id = ${agent.agentId}`.execute(server.app.storage.db)).rows.length;

it('stays open where its server is known by the name under which the stream is noted', async () => {
  const line = new Line();
  (await open(server.app)).stream(line);
  expect(line.closed).toBe(false);
  expect(await noted()).toBe(1);
  line.close();
  await expect.poll(noted).toBe(0);
});

it('ends where its server was given up while it opened, since no other server would know of it', async () => {
  const { engine } = server.app;
  let name = 'given up';
  const renamed = Object.create(engine, { nodeId: { get: () => name } }) as typeof engine;
  const answer = await open({ ...server.app, engine: renamed });
  name = engine.nodeId;
  const line = new Line();
  answer.stream(line);
  expect(line.closed).toBe(true);
  expect(server.app.relays.has(agent.agentId as AgentId)).toBe(false);
  await expect.poll(noted).toBe(0);
});
