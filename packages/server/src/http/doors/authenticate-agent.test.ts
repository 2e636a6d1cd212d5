import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Guard } from '../../accounts/agents/admit.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent, type Signing } from '../../testing/contract/agent.ts';
import { signUp } from '../../testing/contract/person.ts';
import { nobody } from '../../testing/contract/shapes.ts';
import type { Db, Storage } from '../../platform/storage/storage.ts';
import { readIdentity } from './authenticate-agent.ts';

let statements = 0;
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};
const counted = (storage: Storage): Storage => ({ ...storage, db: storage.db.withPlugin(counting) as Db });

let server: TestServer;
let agent: Agent;
beforeAll(async () => {
  server = await startTestServer({}, counted);
  agent = await registerAgent(server, await signUp(server));
  await agent.send('/hooks/v1/agents/search?q=none');
});
afterAll(() => server.stop());

/** Returns how many statements a refused request runs. */
async function costOf(signing: Signing): Promise<number> {
  await server.app.engine.idle();
  const before = statements;
  const answer = await agent.send('/hooks/v1/agents/search?q=none', undefined, signing);
  expect(answer.status).toBe(401);
  return statements - before;
}

const wrong = (second: number) => ({ signature: `t=${second},v1=${'0'.repeat(64)}` });

describe('a caller who is refused', () => {
  it('§5 does the same work for an unknown credential as for a wrong signature', async () => {
    const unknown = await costOf({ authorization: `HMAC ${agent.agentId}/${nobody('cred')}` });
    const known = await costOf(wrong(agent.unix()));
    const again = await costOf(wrong(agent.unix()));
    expect([known, again]).toEqual([unknown, unknown]);
  });

  it('does the same work for headers that are missing or not of the form', async () => {
    const unknown = await costOf({ authorization: `HMAC ${agent.agentId}/${nobody('cred')}` });
    const malformed: Signing[] = [
      { authorization: '' },
      { authorization: 'HMAC nonsense' },
      { authorization: `Bearer ${agent.agentId}/${agent.credentialId}` },
      { authorization: '', signature: '' },
      { signature: '' },
      { signature: 'nonsense' },
      { authorization: `HMAC ${agent.agentId}/${nobody('cred')}`, signature: 'nonsense' },
    ];
    const costs = [];
    for (const signing of malformed) costs.push(await costOf(signing));
    expect(costs).toEqual(malformed.map(() => unknown));
    expect(unknown).toBeGreaterThan(0);
  });

  it('has the signature checked against a decoy where the credential is unknown', async () => {
    const none: Guard = {
      secretOf: async () => ({ secret: null, isFromMemory: false }),
      lookUpDecoy: async () => undefined,
      admit: async () => false,
    };
    const headers = { authorization: `HMAC ${nobody('agt')}/${nobody('cred')}`, 'x-agent-signature': 'x' };
    const identity = await readIdentity(none, { headers } as unknown as Parameters<typeof readIdentity>[1]);
    expect(identity).toMatchObject({ isKnown: false, secret: expect.any(Buffer) });
    expect(identity.secret).toHaveLength(32);
  });
});
