import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { registerAgent, type Agent } from '../../testing/contract/agent.ts';
import { png, uploaded } from '../../testing/contract/files.ts';
import type { Answer, Json } from '../../testing/contract/http.ts';
import { signUp, type Person } from '../../testing/contract/person.ts';
import { deliver, openConversation } from '../../testing/contract/conversation.ts';
import { nobody } from '../../testing/contract/shapes.ts';
import { giveTask } from '../../testing/contract/task.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const human = ['conversations', 'messages', 'attachments', 'tasks'] as const;
const hooks = ['reply', 'task', 'proactive', 'tools/invoke'] as const;
type Route = (typeof human)[number] | (typeof hooks)[number];
const keyless: readonly Route[] = [...human, 'reply', 'task'];
const dayMs = 24 * 3_600_000;

/** `a` and `b` are valid and differ; `malformed` has a wrong shape; `missing` names something that does not exist. */
type Variant = 'a' | 'b' | 'malformed' | 'missing';

interface Request {
  readonly route: Route;
  readonly caller: 0 | 1;
  readonly key: 'one' | 'two' | null;
  readonly variant: Variant;
}

const request: fc.Arbitrary<Request> = fc.record({
  route: fc.constantFrom<Route>(...human, ...hooks),
  caller: fc.constantFrom(0 as const, 1 as const),
  key: fc.constantFrom('one' as const, 'two' as const, null),
  variant: fc.constantFrom<Variant>('a', 'a', 'a', 'b', 'missing', 'malformed'),
});
/** Concurrent requests: equal ones more often than chance would give, and others. */
const together = fc
  .tuple(
    request,
    fc.array(fc.oneof(fc.constant({}), fc.record({ variant: fc.constant<Variant>('b') }), request), { maxLength: 3 }),
  )
  .map(([first, others]) => [first, ...others.map((other) => ({ ...first, ...other }))]);
const wait = fc.constantFrom(20, 4, 1).map((hours) => hours * 3_600_000);
/** Few routes and keys per run, so that keys repeat. */
const steps = fc
  .tuple(
    fc.uniqueArray(
      request.map(({ route }) => route),
      { minLength: 2, maxLength: 2 },
    ),
    fc.array(fc.oneof({ weight: 3, arbitrary: together }, wait), { minLength: 4, maxLength: 8 }),
  )
  .map(([routes, list]) =>
    list.map((step) =>
      typeof step === 'number' ? step : step.map((one) => ({ ...one, route: routes[one.caller] ?? one.route })),
    ),
  );

/** Two people in one conversation. Each also has an agent and a conversation of their own. */
interface Side {
  readonly person: Person;
  readonly agent: Agent;
  readonly conversation: string;
  readonly shared: string;
  readonly assetId: string;
  readonly delivery: string;
  readonly taskDelivery: string;
}

async function openSides(): Promise<readonly [Side, Side]> {
  const people = await Promise.all([signUp(server), signUp(server)]);
  const shared = await openConversation(people[0], null, [people[1]]);
  const side = async (person: Person): Promise<Side> => {
    const scopes = ['proactive.message', 'clock.read'];
    const requested_scopes = scopes.map((scope) => ({ scope, reason: 'To serve you.' }));
    const agent = await registerAgent(server, person, { requested_scopes });
    const conversation = await openConversation(person, agent);
    await person.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes });
    const { deliveries } = await giveTask(person, conversation);
    // Otherwise the assignment would stay undelivered for hours and the task would fail.
    await agent.ack(deliveries[0].deliveryId);
    const delivery = await deliver(person, conversation, 'Hello.');
    const assetId = await uploaded(person, png);
    // Named once, so that the sweep of unnamed assets keeps it for longer than a day.
    await person.post(`/v1/conversations/${conversation}/attachments`, { assetId });
    return { person, agent, conversation, shared, assetId, delivery, taskDelivery: deliveries[0].deliveryId };
  };
  return [await side(people[0]), await side(people[1])];
}

function bodyOf({ route, variant }: Request, side: Side): string {
  const word = variant;
  const version = '1';
  const blocks = [{ type: 'text', text: word }];
  const missing: Partial<Record<Route, Json>> = {
    conversations: { agentIds: [nobody('agt')] },
    attachments: { assetId: nobody('ast') },
    reply: { in_reply_to_delivery_id: nobody('dlv') },
    task: { in_reply_to_delivery_id: nobody('dlv') },
    proactive: { conversation_id: nobody('cnv') },
    'tools/invoke': { in_reply_to_delivery_id: nobody('dlv') },
    messages: { text: '' },
    tasks: { title: '' },
  };
  const bodies: Record<Route, Json> = {
    conversations: { agentIds: [side.agent.agentId] },
    messages: { text: word },
    attachments: { assetId: side.assetId, filename: word },
    tasks: { title: word, instructions: word },
    reply: { version, in_reply_to_delivery_id: side.delivery, blocks },
    task: { version, in_reply_to_delivery_id: side.taskDelivery, status: 'in_progress', note: word },
    proactive: { version, conversation_id: side.conversation, blocks },
    'tools/invoke': {
      version,
      in_reply_to_delivery_id: side.delivery,
      requested_scope: 'clock.read',
      tool: 'clock.now',
      arguments: {},
    },
  };
  // Bodies are compared as bytes, so white space makes a different body.
  return `${JSON.stringify({ ...bodies[route], ...(variant === 'malformed' ? { unknown: true } : {}), ...(variant === 'missing' ? missing[route] : {}) })}${variant === 'b' ? ' ' : ''}`;
}

function send(one: Request, side: Side, turn: number): Promise<Answer> {
  const body = bodyOf(one, side);
  const isHuman = (human as readonly string[]).includes(one.route);
  if (!isHuman) {
    // Each turn and key is signed for its own second: the same signature with another key is a replay.
    const unix = side.agent.unix() + turn * 3 + ['one', 'two', null].indexOf(one.key);
    const signing = one.key === null ? { unix } : { unix, key: one.key };
    return side.agent.send(`/hooks/v1/${one.route}`, body, signing);
  }
  const headers = { 'content-type': 'application/json', ...(one.key === null ? {} : { 'idempotency-key': one.key }) };
  const path =
    one.route === 'conversations' ? '/v1/conversations' : `/v1/conversations/${conversationOf(one, side)}/${one.route}`;
  return side.person.send('POST', path, { body, headers });
}

/** A task needs an agent. Other requests of both people go to their shared conversation. */
const conversationOf = ({ route }: Request, { conversation, shared }: Side) =>
  route === 'tasks' ? conversation : shared;

/** Counts all effects of these calls. */
async function effects(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from conversations) + (select count(*) from messages) + (select count(*) from tasks)
         + (select count(*) from task_history where status <> 'failed') + (select count(*) from invocations) as n`.execute(
    server.app.storage.db,
  );
  return Number(rows[0]?.n);
}

/** How much one effect of each route adds to the count. */
const weights: Record<Route, number> = {
  conversations: 1,
  messages: 1,
  attachments: 1,
  // The task, its message, and `created` and `assigned` in its history.
  tasks: 4,
  reply: 1,
  // A message and a row of the history.
  task: 2,
  proactive: 1,
  'tools/invoke': 1,
};

/** Model of the keys by the specification. */
class Model {
  private readonly stored = new Map<
    string,
    { readonly variant: Variant; readonly text: string; readonly at: number }
  >();
  private readonly texts = new Set<string>();

  /** Checks the answers to concurrent requests of one identity. Returns how many effects they had. */
  check(identity: string, sent: readonly { readonly one: Request; readonly answer: Answer }[]): number {
    const now = server.clock.now();
    const known = this.stored.get(identity);
    let first = known !== undefined && now - known.at < dayMs ? known : null;
    let fresh = 0;
    const winner = sent.find(({ answer }) => answer.status < 300 && !answer.headers.has('idempotency-replayed'));
    if (first === null && winner) {
      first = { variant: winner.one.variant, text: winner.answer.text, at: now };
      this.stored.set(identity, first);
      // Only the answer to a task update names nothing that it created.
      if (winner.one.route !== 'task') expect(this.texts.has(first.text)).toBe(false);
      this.texts.add(first.text);
      fresh = 1;
    }
    expect(
      sent.filter(({ answer }) => answer.status < 300 && !answer.headers.has('idempotency-replayed')),
    ).toHaveLength(fresh);
    for (const { one, answer } of sent) {
      const refused = refusalOf(one);
      // A request that is refused may have come before the first use of the key.
      const cameFirst = fresh === 1 && answer.status === refused?.[0];
      if (refused && (first === null || cameFirst)) expect([answer.status, answer.body.error.code]).toEqual(refused);
      else if (one.variant === first?.variant) expect([answer.status < 300, answer.text]).toEqual([true, first.text]);
      else expect([answer.status, answer.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    }
    return fresh;
  }
}

/** Messages and tasks name only their conversation, so they can be refused only for their shape. */
const namesNothing = (route: Route) => route === 'messages' || route === 'tasks';

/** Returns the refusal of a request on its own. The refusal of a key that was used with another body precedes it. */
function refusalOf({ route, variant }: Request): [number, unknown] | null {
  if (variant === 'malformed' || (variant === 'missing' && namesNothing(route))) return [400, 'malformed_request'];
  return variant === 'missing' ? [404, expect.any(String)] : null;
}

/** Requests of one identity share a stored answer. A person's request without a key has its own identity. */
function identityOf({ route, caller, key, variant }: Request, turn: number, place: number): string {
  if (key !== null) return `${caller} ${route} ${key}`;
  return (human as readonly string[]).includes(route)
    ? `turn ${turn} ${place}`
    : `${caller} ${route} ${turn} ${variant}`;
}

it('whatever is sent in whatever order and at once, one effect has one answer for a day', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const sides = await openSides();
      const model = new Model();
      for (const [turn, step] of list.entries()) {
        if (typeof step === 'number') {
          await server.clock.leap(step);
          continue;
        }
        const before = await effects();
        const answers = await Promise.all(step.map((one) => send(one, sides[one.caller], turn)));
        const groups = new Map<string, { one: Request; answer: Answer }[]>();
        for (const [place, one] of step.entries()) {
          const answer = answers[place] as Answer;
          if (one.key === null && !keyless.includes(one.route)) {
            expect([answer.status, answer.body.error.code]).toEqual([400, 'idempotency_key_required']);
          } else {
            const identity = identityOf(one, turn, place);
            groups.set(identity, [...(groups.get(identity) ?? []), { one, answer }]);
          }
        }
        let expected = 0;
        for (const [identity, sent] of groups) {
          expected += model.check(identity, sent) * weights[(sent[0] as { one: Request }).one.route];
        }
        expect((await effects()) - before).toBe(expected);
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);
