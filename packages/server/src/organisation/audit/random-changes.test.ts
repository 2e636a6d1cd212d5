import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { openConversation } from '../../testing/contract/conversation.ts';
import type { Answer } from '../../testing/contract/http.ts';
import { signIn, signUp, type Person } from '../../testing/contract/person.ts';
import { verifyAudit } from './verify-audit.ts';

/** A change, and the row that it must leave. */
interface Change {
  readonly action: string;
  readonly actor: string;
  readonly target: string;
  readonly requestId: string | null;
  readonly at: number;
}

const changesWanted = Number(process.env['PARLEY_TEST_AUDIT_CHANGES'] ?? 1_000);

let server: TestServer;
let root: Person;
let people: Person[];
let agents: Agent[];
let room: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await firstAdmin(server);
  people = await Promise.all(Array.from({ length: 4 }, () => signUp(server)));
  agents = await Promise.all(people.map((person) => registerAgent(server, person, { access: 'public' })));
  room = await openConversation(root, null, people);
}, 60_000);
afterAll(() => server.stop());

/** A generator of numbers that gives the same ones each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

it('§18 finds each of 1,000 random changes with who, what, to what and when', { timeout: 300_000 }, async () => {
  const next = numbers(7);
  const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T;
  const tokens = new Map<string, Person>();
  const made: Change[] = [];
  const note = (action: string, actor: Person, target: string, answer: Answer) => {
    expect(answer.status, `${action} ${answer.text}`).toBeLessThan(300);
    const requestId = answer.headers.get('x-request-id');
    made.push({ action, actor: actor.userId, target, requestId, at: server.clock.now() });
  };
  const changes: (() => Promise<void>)[] = [
    async () => {
      const person = pick(people);
      const answer = await person.post('/v1/tokens', { name: 'A program' });
      const { tokenId } = answer.body.item;
      tokens.set(tokenId, person);
      note('token.created', person, tokenId, answer);
    },
    async () => {
      const [tokenId, person] = [...tokens][next(tokens.size)] ?? [];
      if (tokenId === undefined || person === undefined) return;
      tokens.delete(tokenId);
      note('token.deleted', person, tokenId, await person.del(`/v1/tokens/${tokenId}`));
    },
    async () => {
      const [person, isBlock] = [pick(people), next(2) === 0];
      const path = `/v1/users/${root.userId}/block`;
      const answer = await (isBlock ? person.put(path) : person.del(path));
      note(isBlock ? 'person.blocked' : 'person.unblocked', person, root.userId, answer);
    },
    async () => {
      const [agent, isPause] = [pick(agents), next(2) === 0];
      const answer = await agent.owner.post(`/v1/agents/${agent.agentId}/${isPause ? 'pause' : 'resume'}`);
      note(isPause ? 'agent.paused' : 'agent.resumed', agent.owner, agent.agentId, answer);
    },
    async () => {
      const agent = pick(agents);
      const answer = await agent.owner.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: [] });
      note('grant.replaced', agent.owner, agent.agentId, answer);
    },
    async () => {
      const [person, other] = [pick(people), pick(people)];
      if (person === other) return;
      const answer = await person.post('/v1/conversations', { userIds: [other.userId] });
      note('conversation.opened', person, answer.body.item.conversationId, answer);
    },
    async () => {
      const person = await signUp(server);
      made.push({
        action: 'user.signed_up',
        actor: person.userId,
        target: person.userId,
        requestId: null,
        at: server.clock.now(),
      });
      const answer = await root.patch(`/v1/admin/people/${person.userId}`, { status: 'disabled' });
      note('person.disabled', root, person.userId, answer);
    },
    async () => {
      const { userId } = await signUp(server);
      made.push({ action: 'user.signed_up', actor: userId, target: userId, requestId: null, at: server.clock.now() });
      note('member.added', root, room, await root.post(`/v1/conversations/${room}/members`, { userId }));
      note('member.removed', root, room, await root.del(`/v1/conversations/${room}/members/${userId}`));
    },
  ];
  const before = (await root.get('/v1/admin/audit/head')).body.item.seq as number;
  while (made.length < changesWanted) {
    await pick(changes)();
    if (next(20) === 0) await server.clock.advance(1 + next(5_000));
    if (made.length % 300 === 0) root = await signIn(server, root);
  }
  const text = (await root.get('/v1/admin/audit/export')).text;
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const found = rows.filter(({ seq, action }) => seq > before && action !== 'session.opened');
  expect(
    found.map(({ action, actor, target, at }) => ({ action, actor: actor.id, target: target.id, at: Date.parse(at) })),
  ).toEqual(made.map(({ action, actor, target, at }) => ({ action, actor, target, at })));
  for (const [index, { requestId }] of made.entries())
    if (requestId !== null) expect(found[index]?.requestId).toBe(requestId);
  expect(await verifyAudit(server.app, [])).toMatchObject({ faults: [], unsealed: 0 });
});
