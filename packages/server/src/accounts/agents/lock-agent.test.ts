import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentId, CredentialId } from '@parley/protocol';
import { startServerOn, type TestServer } from '../../testing/app.ts';
import { registerAgent } from '../../testing/contract/agent.ts';
import { signUp } from '../../testing/contract/person.ts';
import { openOnServer } from '../../testing/database.ts';
import { postgres, testServerUrl } from '../../testing/databases-under-test.ts';
import { queuedBehind } from '../../testing/queued-behind.ts';
import { revokeCredentialRow } from './credential-queries.ts';
import { lockAgent } from './queries.ts';

describe.skipIf(testServerUrl === undefined)(`an agent under lock on ${postgres.name}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServerOn(await openOnServer(testServerUrl ?? ''));
  });
  afterAll(() => server.stop());

  it('has no credential any more where its last one was revoked during the wait', async () => {
    const { storage } = server.app;
    const agent = await registerAgent(server, await signUp(server));
    const [agentId, credentialId] = [agent.agentId as AgentId, agent.credentialId as CredentialId];
    const lock = () => storage.transaction((tx) => lockAgent(tx, agentId));
    expect(await lock()).toMatchObject({ has_credential: true });
    const revoke = async (tx: Parameters<typeof lockAgent>[0]) => {
      await lockAgent(tx, agentId);
      await revokeCredentialRow(tx, agentId, credentialId, new Date());
    };
    expect(await queuedBehind(storage, revoke, [lock])).toMatchObject([{ has_credential: false }]);
  });
});
