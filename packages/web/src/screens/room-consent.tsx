import type { ListedConversation, WaitingConsent } from '@parley/protocol';
import { useState } from 'react';
import { ConsentCard, platformTitle } from '../blocks/consent/consent-card.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { consentWords as words } from '../words/consent.ts';
import styles from './room-consent.module.css';

export interface RoomConsentProps {
  readonly room: ListedConversation;
  readonly consent: WaitingConsent;
}

/** Asks for the scopes that the room's agent needed: as a card, or as a single line for scopes requested after an earlier decision. */
export function RoomConsent({ room, consent }: RoomConsentProps) {
  const [isReviewing, setReviewing] = useState(false);
  const { scopes } = consent;
  const isChange = scopes.every(({ triedAt }) => triedAt === null);
  const name = room.agentMembers[0]?.name ?? '';
  const toComposer = () => document.getElementById('composer')?.focus();
  return (
    <div className={styles.consent}>
      {isChange && !isReviewing ? (
        <Notice tone="info" action={<Button onClick={() => setReviewing(true)}>{words.review}</Button>}>
          {words.changed(
            name,
            scopes.map(({ scope }) => platformTitle(scope)),
          )}
        </Notice>
      ) : (
        <ConsentCard consent={consent} onDone={toComposer} />
      )}
    </div>
  );
}
