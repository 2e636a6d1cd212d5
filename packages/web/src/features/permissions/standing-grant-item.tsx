import { decimalOf, subtractDecimals, type ConversationId, type StandingGrant } from '@parley/protocol';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useApproval } from '../../api/approvals.ts';
import { useConversations } from '../../api/conversations.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { roomName } from '../../api/room-name.ts';
import { useEndStanding } from '../../api/standing.ts';
import { momentWords } from '../../blocks/standing/moment-words.ts';
import { pathWords, saidOfGrant } from '../../blocks/standing/said.ts';
import { Button } from '../../ui/button.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { Part } from '../../ui/part.tsx';
import { useNow } from '../../ui/use-now.ts';
import { standingListWords as words } from '../../words/standing.ts';
import { standingSentence } from '../../words/standing-sentence.ts';
import styles from './standing-grants.module.css';

const UsesDialog = lazy(async () => ({ default: (await import('./uses-dialog.tsx')).UsesDialog }));

interface StandingGrantItemProps {
  readonly grant: StandingGrant;
  readonly name: string;
  /** The room that it is shown in; null outside of rooms. */
  readonly roomId: ConversationId | null;
  /** Called before the user ends it. */
  readonly onEnd: () => void;
}

/** Shows one standing permission: its sentence, what is left of it, its uses, and how it ended or the button that ends it. */
export function StandingGrantItem({ grant, name, roomId, onEnd }: StandingGrantItemProps) {
  const { grantId, state, until, invalidReason } = grant;
  const now = useNow();
  const end = useEndStanding();
  const sentenceId = useId();
  const [showsUses, setShowsUses] = useState(false);
  const sentence = useSentence({ grant, name, roomId }, now);
  const item = useNamedItem(grantId);
  return (
    <article ref={item} id={grantId} tabIndex={-1} className={styles.item} aria-labelledby={sentenceId}>
      <p id={sentenceId} className={styles.sentence} dir="auto">
        {sentence}
      </p>
      <div className={styles.left}>
        {leftOf(grant).join(' · ')}
        {state === 'active' && (
          <>
            {` · ${words.until} `}
            <time dateTime={until} title={fullTime(until)}>
              {momentWords(until, now)}
            </time>
          </>
        )}
        {/* There before it has words, so that screen readers announce how the permission ended. */}
        <p role="status">{endOf(state, invalidReason)}</p>
      </div>
      <div className={styles.actions}>
        <Button aria-label={words.usesLabel(sentence)} onClick={() => setShowsUses(true)}>
          {words.uses}
        </Button>
        {state === 'active' && (
          <Button
            look="danger"
            aria-label={words.endLabel(sentence)}
            busy={end.isPending}
            onClick={() => {
              // The button disappears, so the focus moves to what says that it ended.
              item.current?.focus();
              onEnd();
              end.mutate(grantId);
            }}
          >
            {words.end}
          </Button>
        )}
      </div>
      {end.error && <ErrorNotice error={end.error} />}
      {showsUses && (
        <Part onFail={() => setShowsUses(false)}>
          <Suspense>
            <UsesDialog grantId={grantId} sentence={sentence} onClose={() => setShowsUses(false)} />
          </Suspense>
        </Part>
      )}
    </article>
  );
}

function useSentence({ grant, name, roomId }: Omit<StandingGrantItemProps, 'onEnd'>, now: Date): string {
  const { conversationId, approvalId } = grant;
  // The approved call has the names of the arguments that may differ.
  const { data: approval } = useApproval(approvalId);
  const isHere = conversationId === null || conversationId === roomId;
  const { data: rooms = [] } = useConversations();
  const room = rooms.find((one) => one.conversationId === conversationId);
  const members = approval ? Object.keys(approval.arguments) : null;
  const where = isHere ? null : room ? roomName(room) : words.goneRoom;
  return standingSentence(saidOfGrant(grant, { agent: name, members, room: where, now }));
}

/** Returns the element of an item; the item that the page's address names is scrolled into view and takes the focus. */
function useNamedItem(grantId: string) {
  const item = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash !== `#${grantId}`) return;
    item.current?.scrollIntoView({ block: 'center' });
    item.current?.focus({ preventScroll: true });
  }, [grantId]);
  return item;
}

function endOf(state: StandingGrant['state'], reason: StandingGrant['invalidReason']): string {
  if (state === 'active') return '';
  return state === 'invalid' ? words.reasons[reason ?? 'tool_changed'] : words.states[state];
}

function leftOf({ tool, max, uses, used }: StandingGrant): string[] {
  const sums = max.flatMap(({ path, total, spent }) => {
    if (total === null) return [];
    const left = subtractDecimals(decimalOf(total), decimalOf(spent));
    if (tool === 'coin.charge' && path === '/amount') return [words.coinsLeft(left, decimalOf(total))];
    return [words.totalLeft(left, decimalOf(total), pathWords(path))];
  });
  return [...sums, uses === null ? words.used(used) : words.usesLeft(uses - used, uses)];
}
