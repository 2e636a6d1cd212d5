import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { openConversation } from '../../testing/contract/conversation.ts';

let server: TestServer;
let ada: Person;
let keys = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server);
});

afterAll(() => server.stop());

const scopes = ['proactive.message', 'calendar.read', 'calendar.write'];
const some = fc.subarray(scopes);

type Step =
  | { readonly act: 'manifest'; readonly scopes: string[] }
  | { readonly act: 'grant'; readonly scopes: string[] }
  | { readonly act: 'prefer'; readonly muted?: boolean; readonly blocked?: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('manifest' as const), scopes: some }),
  fc.record({ act: fc.constant('grant' as const), scopes: some }),
  fc.record(
    { act: fc.constant('prefer' as const), muted: fc.boolean(), blocked: fc.boolean() },
    { requiredKeys: ['act'] },
  ),
);

/** Model of a person's grants to an agent by the specification. */
class Model {
  requested: string[] = [];
  granted: string[] = [];
  /** Scopes that were requested at the last consent and ever since; null before any consent. */
  consented: string[] | null = null;
  muted = false;
  blocked = false;

  /** Applies a step. Returns false if it is refused. */
  take(what: Step): boolean {
    if (what.act === 'manifest') {
      this.requested = what.scopes;
      this.granted = this.granted.filter((scope) => what.scopes.includes(scope));
      this.consented = this.consented?.filter((scope) => what.scopes.includes(scope)) ?? null;
    } else if (what.act === 'grant') {
      if (!what.scopes.every((scope) => this.requested.includes(scope))) return false;
      this.granted = what.scopes;
      this.consented = this.requested;
    } else {
      if (what.muted === undefined && what.blocked === undefined) return false;
      this.muted = what.muted ?? this.muted;
      this.blocked = what.blocked ?? this.blocked;
    }
    return true;
  }

  get terms() {
    const fresh = this.requested.filter((scope) => this.consented?.includes(scope) === false);
    const { granted, muted, blocked } = this;
    return { grantedScopes: granted.toSorted(), newScopesSinceConsent: fresh.toSorted(), muted, blocked };
  }

  get mayBeSpokenTo(): boolean {
    return this.granted.includes('proactive.message') && !this.muted && !this.blocked;
  }
}

function act(agent: Agent, what: Step) {
  const path = `/v1/agents/${agent.agentId}`;
  if (what.act === 'grant') return ada.put(`${path}/membership/grants`, { scopes: what.scopes });
  if (what.act === 'prefer') {
    const { act: _act, ...preferences } = what;
    return ada.put(`${path}/membership/preferences`, preferences);
  }
  const requested_scopes = what.scopes.map((scope) => ({ scope, reason: 'Because.' }));
  const about = { version: '1', handle: agent.handle, name: 'Echo', description: 'Echo.', transport: 'relay' };
  return ada.put(`${path}/manifest`, { manifest: { ...about, requested_scopes } });
}

test('terms follow what person and owner did, and what the agent may do follows the terms', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const model = new Model();
      const agent = await registerAgent(server, ada);
      const conversation = await openConversation(ada, agent);
      for (const what of steps) {
        const { status } = await act(agent, what);
        expect(status).toBe(model.take(what) ? 200 : 400);
        const { item } = (await ada.get(`/v1/agents/${agent.agentId}/membership`)).body;
        expect({
          grantedScopes: item.grantedScopes.toSorted(),
          newScopesSinceConsent: item.newScopesSinceConsent.toSorted(),
          muted: item.muted,
          blocked: item.blocked,
        }).toEqual(model.terms);
      }
      await server.clock.advance(1000);
      const body = { version: '1', conversation_id: conversation, blocks: [{ type: 'text', text: 'Good morning.' }] };
      const answer = await agent.send('/hooks/v1/proactive', body, { key: `key ${keys++}` });
      expect(answer.status).toBe(model.mayBeSpokenTo ? 202 : 403);
    }),
    { numRuns: 12 },
  );
}, 60_000);
