import type { ConversationId, ReadBlock } from '@parley/protocol';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { AskCard } from '../../ui/ask-card.tsx';
import { Part } from '../../ui/part.tsx';
import { approvalWords as words } from '../../words/approvals.ts';
import { blockWords } from '../../words/blocks.ts';
import { coinsOf } from '../../words/coins.ts';
import { platformWords } from '../../words/platform-lines.ts';
import { useBlockActions } from '../block-context.ts';
import type { ApprovalFacts, BlockActions } from '../block-context.ts';
import { useApprovalFacts, useOthersFacts } from './approval-facts.tsx';

const BoundsDialog = lazy(async () => ({ default: (await import('../standing/bounds-dialog.tsx')).BoundsDialog }));

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
  const useApproval = actions.useApproval ?? factsIn(roomId, block);
  const [isSeen, setSeen] = useState(false);
  const onSeen = useCallback(() => setSeen(true), []);
  const known = useApproval(block.approval_id, isSeen);
  const { kind, coin_amount: coins } = block;
  const asker = known?.asker ?? author;
  const act = coins === undefined ? (kind ? acts[kind] : words.approve) : words.approveCoins(coinsOf(coins));
  const { card, open, dialog } = useBounds(known, asker);
  const { standing } = known ?? {};
  return (
    <div ref={card}>
      <AskCard
        key={block.approval_id}
        title={platformWords.said(known?.action ?? block.prompt)}
        asker={asker}
        {...(kind && { purpose: words.purposes[kind] })}
        {...(known?.wordsOfAgent && { remark: words.agentsWords })}
        facts={known?.facts ?? []}
        remarks={known?.remarks ?? []}
        bound={known?.bound}
        exact={known?.exact}
        cannot={known?.cannot ?? null}
        cost={coins === undefined ? null : { coins, balance: known?.balance ?? null }}
        expiresAt={known?.expiresAt ?? null}
        accept={standing === undefined ? act : words.once(act)}
        state={known?.state ?? { kind: 'unknown' }}
        options={known?.options}
        edits={known?.edits}
        changes={known?.changes}
        why={known?.why}
        onDecide={known?.decide ?? null}
        receipt={known?.receipt}
        wider={standing && { label: words.andTheSame, note: standing.note, onOpen: open }}
        began={known?.began}
        onSeen={onSeen}
      />
      {dialog}
    </div>
  );
}

/** Returns how the facts of a block are read in a room. A block without a kind is another person's, which the server does not give. */
function factsIn(
  roomId: ConversationId | undefined,
  { kind }: ReadBlock<'approval_request'>,
): NonNullable<BlockActions['useApproval']> {
  if (roomId === undefined) return nothingKnown;
  if (kind === undefined) return () => useOthersFacts(roomId);
  return (id, isSeen) => useApprovalFacts(id, roomId, isSeen);
}

/** Opens the bounds of a standing permission over the card. The focus moves to the result once it is decided. */
function useBounds(known: ApprovalFacts | null, agent: string) {
  const card = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const standing = known?.standing ?? null;
  const isOver = isOpen && standing === null;
  useEffect(() => {
    if (!isOver) return;
    setOpen(false);
    card.current?.querySelector<HTMLElement>('[role="status"]')?.focus({ preventScroll: true });
  }, [isOver]);
  const close = () => setOpen(false);
  return {
    card,
    open: () => setOpen(true),
    dialog: isOpen && standing && (
      <Part onFail={close}>
        <Suspense>
          <BoundsDialog
            approval={standing.approval}
            agent={agent}
            isSending={standing.isSending}
            error={standing.error}
            onGive={standing.give}
            onClose={close}
          />
        </Suspense>
      </Part>
    ),
  };
}
