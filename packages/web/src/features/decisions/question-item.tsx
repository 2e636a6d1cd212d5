import type { ReadBlock } from '@parley/protocol';
import { useMemo } from 'react';
import { BlockActionsContext } from '../../blocks/block-context.ts';
import type { BlockActions } from '../../blocks/block-context.ts';
import { ApprovalRequestBlock } from '../../blocks/work/approval-request-block.tsx';
import { Button } from '../../ui/button.tsx';
import { inboxWords as words } from '../../words/inbox.ts';
import type { Question } from './inbox-items.ts';
import styles from './inbox.module.css';
import { PlaceLink } from './place-link.tsx';

interface QuestionItemProps {
  readonly question: Question;
  readonly onDone: () => void;
}

/** Shows an approval as the same card as in its room, with a link to the room. */
export function QuestionItem({ question, onDone }: QuestionItemProps) {
  const { id, action, kind, coinAmount, conversationId, state } = question.approval;
  const block: ReadBlock<'approval_request'> = {
    type: 'approval_request',
    prompt: action,
    approval_id: id,
    kind,
    ...(coinAmount !== null && { coin_amount: coinAmount }),
  };
  const actions = useMemo(
    (): BlockActions => ({
      choose: null,
      formStates: {},
      author: words.anAgent,
      roomId: conversationId,
    }),
    [conversationId],
  );
  return (
    <BlockActionsContext value={actions}>
      <div className={styles.above}>
        <PlaceLink item={question} />
        {state !== 'pending' && (
          <Button look="quiet" onClick={onDone}>
            {words.done}
          </Button>
        )}
      </div>
      <ApprovalRequestBlock block={block} />
    </BlockActionsContext>
  );
}
