import type { Agent } from '@parley/protocol';
import { useOwnAccessRequest } from '../api/waiting.ts';
import { AskAccess } from '../features/access/ask-access.tsx';
import { Talk } from './talk.tsx';

/** The way into a room with an agent, or to being let in where it is on request and not the reader's own. */
export function Entrance({ agent, isOwner }: { readonly agent: Agent; readonly isOwner: boolean }) {
  const { data: request, isPending } = useOwnAccessRequest(agent.agentId);
  if (isOwner || agent.access !== 'request') return <Talk agent={agent} />;
  if (isPending) return null;
  if (request?.state === 'approved') return <Talk agent={agent} />;
  return <AskAccess agent={agent} state={request?.state ?? null} />;
}
