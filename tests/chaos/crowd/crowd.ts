import type { Agent } from '../../../packages/server/src/testing/contract/agent.ts';
import type { Person } from '../../../packages/server/src/testing/contract/person.ts';
import type { SeededRandom } from '../../../packages/server/src/testing/seeded-random.ts';
import type { History } from '../history/history.ts';
import type { Fleet } from '../place/fleet.ts';
import type { AskAny } from './ask-any.ts';

/** A room, who talks in it and which agent sits there. */
export interface Room {
  readonly id: string;
  readonly person: Person;
  readonly agent: Agent;
}

/** What everybody in the crowd has at hand. */
export interface Stage {
  readonly fleet: Fleet;
  readonly history: History;
  readonly random: SeededRandom;
  readonly ask: AskAny;
  readonly isMoody: boolean;
}

/** Somebody who acts until told to stop. */
export interface Actor {
  /** Resolves when the last thing that was begun is done. */
  stop(): Promise<void>;
}
