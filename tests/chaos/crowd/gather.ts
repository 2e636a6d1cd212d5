import { agentWith, manifest, type Agent } from '../../../packages/server/src/testing/contract/agent.ts';
import type { Json } from '../../../packages/server/src/testing/contract/http.ts';
import { signUp, type Person } from '../../../packages/server/src/testing/contract/person.ts';
import type { Actor, Room, Stage } from './crowd.ts';
import { Errands } from './errands.ts';
import { asPerson, mustAsk } from './person.ts';
import { startReader } from './readers.ts';
import { startRelayAgent } from './relay-agent.ts';
import { startSender } from './senders.ts';
import { openEndpoint } from './webhook-agent.ts';

/** Everybody: people who talk, agents who listen, readers who look on. */
export interface Crowd {
  readonly rooms: readonly Room[];
  start(): void;
  /** People and agents begin nothing more; what is on its way is still taken. */
  hush(): Promise<void>;
  leave(): Promise<void>;
}

const roomsPerAgent = 3;
const sendersPerRoom = 2;
const pauseMs = 400;
const scope = { scope: 'coin.charge', reason: 'To be paid.' };

/** Signs people up and seats agents: two behind webhooks, two on the relay, each in rooms with a schedule in one of them. */
export async function gather(stage: Stage): Promise<Crowd> {
  const owner = await signUp(anyServer(stage));
  const person = await signUp(anyServer(stage));
  const errands = new Errands(stage, () => person);
  const agents = new Map<string, Agent>();
  const hear = (envelope: Json) => {
    const agent = agents.get(envelope.agent_id);
    if (agent) errands.about(agent, envelope);
  };
  const endpoints = [await openEndpoint(stage, hear), await openEndpoint(stage, hear)];
  const hooked = endpoints.map(({ url }) => ({ transport: 'webhook', webhook_url: url }));
  for (const change of [...hooked, { transport: 'relay' }, { transport: 'relay' }]) {
    const agent = await register(stage, owner, change);
    agents.set(agent.agentId, agent);
    const path = `/v1/agents/${agent.agentId}/membership/grants`;
    await mustAsk(stage.ask, path, asPerson(person, 'PUT', { scopes: [scope.scope] }));
  }
  const rooms: Room[] = [];
  for (const agent of agents.values()) {
    for (let i = 0; i < roomsPerAgent; i++) rooms.push(await openRoom(stage, person, agent, i === 0));
  }
  const relayed = [...agents.values()].slice(endpoints.length);
  let relays: Actor[] = [];
  let talkers: Actor[] = [];
  return {
    rooms,
    start() {
      relays = relayed.map((agent) => startRelayAgent(stage, agent, hear));
      const senders = rooms.flatMap((room) =>
        Array.from({ length: sendersPerRoom }, (_, i) => startSender(stage, room, `sender ${i}`, pauseMs)),
      );
      talkers = [...senders, ...rooms.map((room) => startReader(stage, room))];
    },
    async hush() {
      await Promise.all(talkers.map((talker) => talker.stop()));
      await errands.stop();
    },
    async leave() {
      await Promise.all([...relays, ...talkers].map((actor) => actor.stop()));
      for (const endpoint of endpoints) await endpoint.close();
    },
  };
}

function anyServer({ fleet }: Stage) {
  const baseUrl = fleet.servers[0]?.baseUrl ?? '';
  return { baseUrl, demoUrl: null, clock: wallClock };
}

const wallClock = {
  now: Date.now,
  after: () => () => undefined,
  advance: async () => undefined,
  leap: async () => undefined,
};

async function register(stage: Stage, owner: Person, change: Json): Promise<Agent> {
  const body = { manifest: manifest({ access: 'public', requested_scopes: [scope], ...change }) };
  const { item, credential } = await mustAsk(stage.ask, '/v1/agents', asPerson(owner, 'POST', body));
  return agentWith(anyServer(stage), owner, item, credential);
}

async function openRoom({ ask }: Stage, person: Person, agent: Agent, isScheduled: boolean): Promise<Room> {
  const { item } = await mustAsk(ask, '/v1/conversations', asPerson(person, 'POST', { agentIds: [agent.agentId] }));
  const id: string = item.conversationId;
  const schedule = { cron: '* * * * *', text: 'tick' };
  if (isScheduled) await mustAsk(ask, `/v1/conversations/${id}/schedules`, asPerson(person, 'POST', schedule));
  return { id, person, agent };
}
