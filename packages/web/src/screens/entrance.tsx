import type { Agent } from '@parley/protocol';
import { useOwnAccessRequest } from '../api/waiting.ts';
import { AskAccess } from '../features/access/ask-access.tsx';
import { Talk } from './talk.tsx';

/** Shows the button that opens a room with an agent, or the access request if the agent needs one and has another owner. */
export function Entrance({ agent, isOwner }: { readonly agent: Agent; readonly isOwner: boolean }) {
  const { data: request, isPending } = useOwnAccessRequest(agent.agentId);
  if (isOwner || agent.access !== 'request') return <Talk agent={agent} />;
  if (isPending) return null;
  if (request?.state === 'approved') return <Talk agent={agent} />;
  return <AskAccess agent={agent} state={request?.state ?? null} />;
}
