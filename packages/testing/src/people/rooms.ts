import type { AgentId, UserId } from '@parley/protocol';
import type { Guest, Room, Where } from './room.ts';
import type { Session } from './session.ts';

/** What a person has to know of the world. */
export interface Surroundings {
  /** Throws where the world is closed. */
  checkOpen(): void;
  /** The agents that are in it, in the order in which they came. */
  agents(): readonly { readonly agentId: string; readonly handle: string }[];
}

/** Where a person is. */
export class Rooms {
  readonly #session: Session;
  readonly #world: Surroundings;
  readonly #withAgent = new Map<string, Room>();
  #current: Room | null = null;

  constructor(session: Session, world: Surroundings) {
    this.#session = session;
    this.#world = world;
  }

  get current(): Room | null {
    return this.#current;
  }

  enter(room: Room): void {
    this.#current = room;
  }

  async open(guests: readonly Guest[]): Promise<Room> {
    const agentIds = guests.flatMap((guest) => ('agentId' in guest ? [guest.agentId as AgentId] : []));
    const userIds = guests.flatMap((guest) => ('userId' in guest ? [guest.userId as UserId] : []));
    const { item } = await this.#session.call('openConversation', { body: { agentIds, userIds } });
    const room = { conversationId: item.conversationId };
    for (const agentId of agentIds) this.#withAgent.set(agentId, room);
    this.#current = room;
    return room;
  }

  /** The room that is meant; it becomes the current one. */
  async find({ in: room, to: agent }: Where): Promise<Room> {
    if (room) this.#current = room;
    else if (agent) this.#current = this.#withAgent.get(agent.agentId) ?? (await this.open([agent]));
    else this.#current ??= await this.open([this.theAgent()]);
    return this.#current;
  }

  /** The agent that is meant where none is named. */
  theAgent(): { readonly agentId: string } {
    this.#world.checkOpen();
    const agents = this.#world.agents();
    const [only] = agents;
    if (only !== undefined && agents.length === 1) return only;
    const handles = agents.map(({ handle }) => handle).join(', ');
    throw new Error(
      only === undefined
        ? 'There is no agent in this world yet: begin with world.agent(…).'
        : `There are several agents (${handles}): say which one is meant, as in { to: agent }.`,
    );
  }
}
