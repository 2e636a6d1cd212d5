import type { AgentConnection } from '@parley/protocol';
import type { AgentRow } from '../../../accounts/agents/agent.ts';
import type { Db } from '../../../platform/storage/storage.ts';
import type { CarrierSet } from '../../carriers/carrier-set.ts';
import { findContacts, type ContactRow } from './connection-queries.ts';
import { isRegistered } from '../live-node-queries.ts';
import { findListener, findStreamsOf, type ListenerRow, type StreamsRow } from '../../carriers/stream-queries.ts';

type State = AgentConnection['state'];
type Standing = Pick<AgentConnection, 'state' | 'since'>;

/**
 * Describes whether deliveries reach an agent. Open streams prove it if its carrier has connections, else the last attempts do.
 */
export async function presentConnection(
  db: Db,
  carriers: Pick<CarrierSet, 'byTransport'>,
  agent: AgentRow,
): Promise<AgentConnection> {
  const [streams, listener, contacts] = await Promise.all([
    findStreamsOf(db, agent.agent_id, isRegistered),
    findListener(db, agent.agent_id, isRegistered),
    findContacts(db, agent.agent_id),
  ]);
  const [last] = contacts;
  const hasConnections = carriers.byTransport(agent.transport).connections !== undefined;
  const standing = hasConnections ? byStreams(agent, streams, contacts) : byAttempts(agent, contacts);
  return {
    ...standing,
    lastDelivery: last ? { at: last.started_at.toISOString(), outcome: last.outcome } : null,
    streams: streams.streams,
    listening: listener && presentListener(listener),
  };
}

function presentListener({ opened_at, opened_by, opened_name }: ListenerRow): AgentConnection['listening'] {
  return { since: opened_at.toISOString(), by: opened_by ?? 'session', name: opened_name };
}

function byStreams(agent: AgentRow, { opened_at, ended_at }: StreamsRow, contacts: readonly ContactRow[]): Standing {
  if (opened_at !== null) return standing('connected', opened_at);
  const since = ended_at ?? contacts.at(-1)?.started_at;
  return since ? standing('lost', since) : standing('never', agent.created_at);
}

/** A state lasts since the first of the consecutive attempts that show it. */
function byAttempts(agent: AgentRow, contacts: readonly ContactRow[]): Standing {
  const [last] = contacts;
  if (last === undefined) return standing('never', agent.created_at);
  const state = stateOf(last);
  const change = contacts.findIndex((contact) => stateOf(contact) !== state);
  const first = contacts.at(change === -1 ? -1 : change - 1) ?? last;
  return standing(state, first.started_at);
}

function stateOf({ outcome, status_code }: ContactRow): State {
  if (outcome === 'delivered') return 'connected';
  return status_code === null && outcome !== 'ack_failed' ? 'lost' : 'refusing';
}

const standing = (state: State, since: Date): Standing => ({ state, since: since.toISOString() });
