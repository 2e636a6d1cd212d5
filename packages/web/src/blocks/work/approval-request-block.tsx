import type { ReadBlock } from '@parley/protocol';
import { AskCard } from '../../ui/ask-card.tsx';
import { approvalWords as words } from '../../words/approvals.ts';
import { blockWords } from '../../words/blocks.ts';
import { coinsOf } from '../../words/coins.ts';
import { useBlockActions } from '../block-context.ts';
import { useApprovalFacts } from './approval-facts.tsx';

type Kind = NonNullable<ReadBlock<'approval_request'>['kind']>;

const acts: Record<Kind, string> = {
  tool_invocation: words.approve,
  charge: words.approve,
  identity_request: words.approveSharing,
};

const nothingKnown = () => null;

/** A question for the person who may decide it. Where no more is known of the approval than its block, it is read only. */
export function ApprovalRequestBlock({ block }: { readonly block: ReadBlock<'approval_request'> }) {
  const { roomId, author = blockWords.anAgent, ...actions } = useBlockActions();
  const useInRoom: typeof actions.useApproval =
    roomId === undefined ? nothingKnown : (id) => useApprovalFacts(id, roomId);
  const useApproval = actions.useApproval ?? useInRoom;
  const known = useApproval(block.approval_id);
  const { kind, coin_amount: coins } = block;
  return (
    <AskCard
      title={known?.action ?? block.prompt}
      asker={known?.asker ?? author}
      {...(kind && { purpose: words.purposes[kind] })}
      {...(known?.wordsOfAgent && { remark: words.agentsWords })}
      facts={known?.facts ?? []}
      exact={known?.exact}
      cost={coins === undefined ? null : { coins, balance: known?.balance ?? null }}
      expiresAt={known?.expiresAt ?? null}
      accept={coins === undefined ? (kind ? acts[kind] : words.approve) : words.approveCoins(coinsOf(coins))}
      state={known?.state ?? { kind: 'unknown' }}
      onDecide={known?.decide ?? null}
      receipt={known?.receipt}
    />
  );
}
