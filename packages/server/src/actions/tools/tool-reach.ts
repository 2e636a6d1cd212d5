import type { UserId } from '@parley/protocol';
import type { AgentRow } from '../../accounts/agents/agent.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsers } from '../../accounts/users/queries.ts';

/** The handles that may use a tool, set by the operator. Null allows everyone; an empty list allows no one. */
export interface ToolReach {
  /** People that the tool may run for. */
  readonly people: readonly string[] | null;
  /** Agents that may ask for it. */
  readonly agents: readonly string[] | null;
}

export const everyone: ToolReach = { people: null, agents: null };

/** Returns whether an agent may use a tool for this person. If people and agents are both listed, both must match. */
export async function isWithinReach(tx: Tx, reach: ToolReach, agent: AgentRow, userId: UserId): Promise<boolean> {
  if (!isForAgent(reach, agent)) return false;
  if (reach.people === null) return true;
  const [person] = await findUsers(tx, [userId]);
  return person !== undefined && reach.people.includes(person.handle);
}

/** Returns whether the operator lets this agent use a tool, for any person. */
export function isForAgent({ agents }: ToolReach, { handle }: Pick<AgentRow, 'handle'>): boolean {
  return agents === null || agents.includes(handle);
}
