import type { ReadBlock } from '@parley/protocol';
import { AskCard, coinsOf } from '../../ui/ask-card.tsx';
import { useBlockActions } from '../block-context.ts';
import { useApprovalFacts } from './approval-facts.tsx';

type Kind = NonNullable<ReadBlock<'approval_request'>['kind']>;

const acts: Record<Kind, string> = {
  tool_invocation: 'Approve',
  charge: 'Approve',
  identity_request: 'Approve sharing',
};

const remarks: Record<Kind, string> = {
  tool_invocation: 'to use a tool',
  charge: 'to be paid',
  identity_request: 'to know who you are',
};

const nothingKnown = () => null;

/** A question for the person who may decide it. Where no more is known of the approval than its block, it is read only. */
export function ApprovalRequestBlock({ block }: { readonly block: ReadBlock<'approval_request'> }) {
  const { roomId, author = 'An agent', ...actions } = useBlockActions();
  const useInRoom: typeof actions.useApproval =
    roomId === undefined ? nothingKnown : (id) => useApprovalFacts(id, roomId);
  const useApproval = actions.useApproval ?? useInRoom;
  const known = useApproval(block.approval_id);
  const { kind, coin_amount: coins } = block;
  return (
    <AskCard
      title={known?.action ?? block.prompt}
      asker={known?.asker ?? author}
      {...(kind && { purpose: remarks[kind] })}
      {...(known?.wordsOfAgent && { remark: 'The agent wrote these words.' })}
      facts={known?.facts ?? []}
      exact={known?.exact}
      cost={coins === undefined ? null : { coins, balance: known?.balance ?? null }}
      expiresAt={known?.expiresAt ?? null}
      accept={coins === undefined ? (kind ? acts[kind] : 'Approve') : `Approve ${coinsOf(coins)}`}
      state={known?.state ?? { kind: 'unknown' }}
      onDecide={known?.decide ?? null}
      receipt={known?.receipt}
    />
  );
}
