import type { ReadBlock } from '@parley/protocol';
import { useCallback, useState } from 'react';
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

/** Renders a request for approval. It is read-only if only its block is known. */
export function ApprovalRequestBlock({ block }: { readonly block: ReadBlock<'approval_request'> }) {
  const { roomId, author = blockWords.anAgent, ...actions } = useBlockActions();
  const useInRoom: typeof actions.useApproval =
    roomId === undefined ? nothingKnown : (id, isSeen) => useApprovalFacts(id, roomId, isSeen);
  const useApproval = actions.useApproval ?? useInRoom;
  const [isSeen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  const known = useApproval(block.approval_id, isSeen);
  const { kind, coin_amount: coins } = block;
  return (
    <AskCard
      key={block.approval_id}
      title={known?.action ?? block.prompt}
      asker={known?.asker ?? author}
      {...(kind && { purpose: words.purposes[kind] })}
      {...(known?.wordsOfAgent && { remark: words.agentsWords })}
      facts={known?.facts ?? []}
      remarks={known?.remarks ?? []}
      bound={known?.bound}
      exact={known?.exact}
      cannot={known?.cannot ?? null}
      cost={coins === undefined ? null : { coins, balance: known?.balance ?? null }}
      expiresAt={known?.expiresAt ?? null}
      accept={coins === undefined ? (kind ? acts[kind] : words.approve) : words.approveCoins(coinsOf(coins))}
      state={known?.state ?? { kind: 'unknown' }}
      onDecide={known?.decide ?? null}
      receipt={known?.receipt}
      onSeen={onSeen}
    />
  );
}
