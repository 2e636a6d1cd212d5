import { registerAgent, type Agent, type Signing } from './agent.ts';
import type { Answer, Json } from './http.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { signUp, type Person } from './person.ts';
import { deliver, openConversation } from './conversation.ts';
import type { Server } from './server.ts';

/** A person in a conversation with another person's agent, with scopes granted and a delivery to act on. */
export interface Desk {
  server: Server;
  owner: Person;
  person: Person;
  agent: Agent;
  conversation: string;
  inbox: Inbox;
  /** A delivery of this person's message, which authorizes the agent. */
  deliveryId: string;
  grant(...scopes: string[]): Promise<Answer>;
  /** Invokes a tool. Every call has its own signature and key by default. */
  invoke(tool: string, args?: Json, change?: Change): Promise<Answer>;
  /** Waits for the result of an invocation and returns its `tool_result`. */
  result(invocationId: string): Promise<Json>;
  /** Invokes a tool that the policy allows and returns its `tool_result`. */
  run(tool: string, args?: Json): Promise<Json>;
  /** Invokes a tool that needs approval. Returns the ids of the invocation and the approval. */
  ask(tool: string, args?: Json): Promise<{ invocationId: string; approvalId: string }>;
  resolve(approvalId: string, decision: string): Promise<Answer>;
  balance(of?: Person): Promise<number>;
}

export interface Change {
  /** Fields of the body to replace. Undefined removes a field. */
  body?: Json;
  /** Null sends no key. */
  key?: string | null;
  signing?: Signing;
}

const scopes: Record<string, string> = { 'clock.now': 'clock.read' };
let calls = 0;

/** Opens a desk: its agent requests these scopes and its person has granted all of them. */
export async function openDesk(server: Server, requested: string[], change: Json = {}): Promise<Desk> {
  const [owner, person] = await Promise.all([signUp(server), signUp(server, { displayName: 'Bea Example' })]);
  const requested_scopes = requested.map((scope) => ({ scope, reason: 'To be of use.' }));
  const agent = await registerAgent(server, owner, { name: 'Clerk', access: 'public', requested_scopes, ...change });
  const grant = (...granted: string[]) =>
    person.put(`/v1/agents/${agent.agentId}/membership/grants`, { scopes: granted });
  await grant(...requested);
  const conversation = await openConversation(person, agent);
  const inbox = await openInbox(agent);
  const deliveryId = await deliver(person, conversation, 'please');
  const invoke: Desk['invoke'] = (tool, args = {}, { body = {}, key, signing = {} } = {}) => {
    calls += 1;
    const whole = { version: '1', in_reply_to_delivery_id: deliveryId, requested_scope: scopes[tool] ?? tool, tool };
    const keyed = key === null ? {} : { key: key ?? `call ${calls}` };
    // Each call is signed for another second, because identical bytes would count as a replay.
    const signed = { unix: agent.unix() + (calls % 200), ...keyed, ...signing };
    return agent.send('/hooks/v1/tools/invoke', { ...whole, arguments: args, ...body }, signed);
  };
  const result: Desk['result'] = async (invocationId) =>
    (await inbox.awaitEnvelope('tool.result', (envelope) => envelope.tool_result.invocation_id === invocationId))
      .tool_result;
  return {
    ...{ server, owner, person, agent, conversation, inbox, deliveryId, grant, invoke, result },
    run: async (tool, args) => result(must('allow', await invoke(tool, args)).invocation_id),
    ask: async (tool, args) => {
      const { invocation_id: invocationId, approval_id: approvalId } = must(
        'pending_approval',
        await invoke(tool, args),
      );
      return { invocationId, approvalId };
    },
    resolve: (approvalId, decision) => person.post(`/v1/approvals/${approvalId}/resolve`, { decision }),
    balance: async (of = person) => (await of.get('/v1/wallet')).body.item.balance,
  };
}

function must(outcome: string, answer: Answer): Json {
  if (answer.body?.outcome !== outcome) throw new Error(`Invoking answered ${answer.status}: ${answer.text}`);
  return answer.body;
}
