import type { ListedConversation, WaitingConsent } from '@parley/protocol';
import { useState } from 'react';
import { ConsentCard } from '../blocks/consent/consent-card.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { consentWords as words } from '../words/consent.ts';
import styles from './room-consent.module.css';

export interface RoomConsentProps {
  readonly room: ListedConversation;
  readonly consent: WaitingConsent;
}

/** What the room's agent asks the reader for: a card, but for what it has come to ask for since the reader decided, which a line announces. */
export function RoomConsent({ room, consent }: RoomConsentProps) {
  const [isReviewing, setReviewing] = useState(false);
  const { isFirst, scopes } = consent;
  const isChange = !isFirst && scopes.every(({ triedAt }) => triedAt === null);
  const name = room.agentMembers[0]?.name ?? '';
  const toComposer = () => document.getElementById('composer')?.focus();
  return (
    <div className={styles.consent}>
      {isChange && !isReviewing ? (
        <Notice tone="info" action={<Button onClick={() => setReviewing(true)}>{words.review}</Button>}>
          {words.changed(
            name,
            scopes.map(({ scope }) => scope),
          )}
        </Notice>
      ) : (
        <ConsentCard consent={consent} begins={isFirst && room.lastMessage === null} onDone={toComposer} />
      )}
    </div>
  );
}
