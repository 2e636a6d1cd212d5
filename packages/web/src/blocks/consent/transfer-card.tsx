import type { WaitingTransfer } from '@parley/protocol';
import { useDecideTransfer } from '../../api/transfers.ts';
import { AskCard } from '../../ui/ask-card.tsx';
import type { AskState } from '../../ui/ask-card.tsx';
import { transferWords as words } from '../../words/transfers.ts';

/** Shows an agent offered to the user, who accepts or refuses it. */
export function TransferCard({ transfer }: { readonly transfer: WaitingTransfer }) {
  const { agentId, agentHandle, agentName, handle, displayName } = transfer;
  const decide = useDecideTransfer(agentId);
  return (
    <AskCard
      title={words.title(displayName, agentName)}
      asker={displayName}
      purpose={words.purpose}
      facts={[
        { label: words.from, value: `@${handle}` },
        { label: words.handle, value: `@${agentHandle}` },
        { label: words.remark, value: words.remarkText },
      ]}
      accept={words.accept}
      refuse={words.refuse}
      state={stateOf(decide)}
      onDecide={(decision) => decide.mutate(decision === 'approved')}
    />
  );
}

function stateOf({ isPending, error, variables }: ReturnType<typeof useDecideTransfer>): AskState {
  const decision = variables ? 'approved' : 'denied';
  if (isPending) return { kind: 'sending', decision };
  return error ? { kind: 'failed', decision, reason: error.message } : { kind: 'open' };
}
