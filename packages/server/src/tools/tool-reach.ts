import type { UserId } from '@parley/protocol';
import type { AgentRow } from '../agents/agent.ts';
import type { Tx } from '../storage/storage.ts';
import { findUsers } from '../users/queries.ts';

/** Whom the operator lets use a tool, by handle. Null is everyone, and an empty list nobody. */
export interface ToolReach {
  /** The people on whose behalf it runs. */
  readonly people: readonly string[] | null;
  /** The agents that ask for it. */
  readonly agents: readonly string[] | null;
}

export const everyone: ToolReach = { people: null, agents: null };

/** Whether a tool is for this agent and for the person on whose behalf it asks. Where both are named, both have to be. */
export async function isWithinReach(tx: Tx, reach: ToolReach, agent: AgentRow, userId: UserId): Promise<boolean> {
  if (!isForAgent(reach, agent)) return false;
  if (reach.people === null) return true;
  const [person] = await findUsers(tx, [userId]);
  return person !== undefined && reach.people.includes(person.handle);
}

/** Whether the operator lets this agent use a tool, for whomever. */
export function isForAgent({ agents }: ToolReach, { handle }: Pick<AgentRow, 'handle'>): boolean {
  return agents === null || agents.includes(handle);
}
