import type { WaitingAccess } from '@parley/protocol';
import { useAgent } from '../../api/agents.ts';
import { useResolveAccess } from '../../api/waiting.ts';
import { AskCard } from '../../ui/ask-card.tsx';
import type { AskState } from '../../ui/ask-card.tsx';
import { requestWords as words } from '../../words/requests.ts';

/** Shows a person's request to use one of the user's agents. */
export function AccessCard({ access }: { readonly access: WaitingAccess }) {
  const { agentId, userId, handle, displayName, note } = access;
  const { data: agent } = useAgent(agentId);
  const resolve = useResolveAccess(agentId);
  return (
    <AskCard
      title={words.title(displayName, agent?.name ?? words.yourAgent)}
      asker={displayName}
      purpose={words.purpose}
      facts={[{ label: words.handle, value: `@${handle}` }]}
      remarks={note === null ? [] : [{ label: words.note, value: note }]}
      accept={words.approve}
      refuse={words.deny}
      state={stateOf(resolve)}
      onDecide={(decision) => resolve.mutate({ userId, isIn: decision === 'approved' })}
    />
  );
}

function stateOf({ isPending, error, variables }: ReturnType<typeof useResolveAccess>): AskState {
  const decision = variables?.isIn ? 'approved' : 'denied';
  if (isPending) return { kind: 'sending', decision };
  return error ? { kind: 'failed', decision, reason: error.message } : { kind: 'open' };
}
