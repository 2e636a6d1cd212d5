import type { ReadBlock } from '@parley/protocol';
import { AskCard, coinsOf } from '../../ui/ask-card.tsx';
import { useBlockActions } from '../block-context.ts';

type Kind = NonNullable<ReadBlock<'approval_request'>['kind']>;

const acts: Record<Kind, string> = {
  tool_invocation: 'Approve',
  charge: 'Approve',
  identity_request: 'Share',
};

const remarks: Record<Kind, string> = {
  tool_invocation: 'to use a tool',
  charge: 'to be paid',
  identity_request: 'to know who you are',
};

const nothingKnown = () => null;

/** A question for the person who may decide it. Where no more is known of the approval than its block, it is read only. */
export function ApprovalRequestBlock({ block }: { readonly block: ReadBlock<'approval_request'> }) {
  const { useApproval = nothingKnown, author = 'An agent' } = useBlockActions();
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
