import type { WaitingForm } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { submitForm } from '../../api/forms.ts';
import { useNotified } from '../../api/notifications.ts';
import { BlockActionsContext } from '../../blocks/block-context.ts';
import type { BlockActions } from '../../blocks/block-context.ts';
import { AccessCard } from '../../blocks/consent/access-card.tsx';
import { ConsentCard } from '../../blocks/consent/consent-card.tsx';
import { TransferCard } from '../../blocks/consent/transfer-card.tsx';
import { FormBlock } from '../../blocks/forms/form-block.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { inboxWords as words } from '../../words/inbox.ts';
import type { Waiting } from './inbox-items.ts';
import styles from './inbox.module.css';
import { PlaceLink } from './place-link.tsx';

interface WaitingItemProps {
  readonly waiting: Waiting;
  readonly onDone: () => void;
}

/** Shows a pending decision other than an approval as the same form or card as in its room, with a link to the room. */
export function WaitingItem({ waiting, onDone }: WaitingItemProps) {
  const { item } = waiting;
  return (
    <>
      <div className={styles.above}>
        {(item.kind === 'form' || item.kind === 'consent') && <PlaceLink item={waiting} />}
        {item.kind === 'form' && (
          <Button look="quiet" onClick={onDone}>
            {words.putAside}
          </Button>
        )}
      </div>
      {item.kind === 'form' && <WaitingFormCard item={item} />}
      {item.kind === 'consent' && <ConsentCard consent={item} />}
      {item.kind === 'access' && <AccessCard access={item} />}
      {item.kind === 'transfer' && <TransferCard transfer={item} />}
    </>
  );
}

function WaitingFormCard({ item: { conversationId, messageId, formId } }: { readonly item: WaitingForm }) {
  const client = useQueryClient();
  const message = useNotified(conversationId, messageId);
  const actions = useMemo(
    (): BlockActions => ({
      choose: null,
      formStates: message?.formStates ?? {},
      roomId: conversationId,
      messageId,
      submitForm: (form, values) => submitForm(client, { conversationId, messageId, formId: form, values }),
    }),
    [client, conversationId, message, messageId],
  );
  if (!message) return <Skeleton label={words.loadingForm} rows={2} />;
  return (
    <BlockActionsContext value={actions}>
      <p className={styles.who}>{words.asksForm(message.author.name)}</p>
      {message.blocks.map((block, index) =>
        block.type === 'form' && block.form_id === formId ? <FormBlock key={index} block={block} /> : null,
      )}
    </BlockActionsContext>
  );
}
