import { use } from 'react';
import { stageOf } from '../../api/turn.ts';
import { clockTime } from '../../ui/format-time.ts';
import { messageWords } from '../../words/messages.ts';
import { turnLine } from '../../words/turn.ts';
import type { TurnMark } from '../../words/turn.ts';
import styles from './delivery-line.module.css';
import { SendAgain } from './send-again.tsx';
import { RoomAgentContext } from './spoken-for.ts';
import type { MessageRow } from './timeline.ts';

const pips: Record<TurnMark, number> = { later: 1, moving: 1, yours: 3, arrived: 3, over: 3, broken: 2 };

export interface MarkLineProps {
  readonly mark: TurnMark;
  readonly text: string;
}

/** Shows three dots and a word. The dots fill as the message progresses. */
export function MarkLine({ mark, text }: MarkLineProps) {
  return (
    <span className={styles.line} data-mark={mark}>
      <span className={styles.pips} aria-hidden="true">
        {[1, 2, 3].map((pip) => (
          <i key={pip} className={pip <= pips[mark] ? styles.full : undefined} />
        ))}
      </span>
      {text}
    </span>
  );
}

/** Shows the delivery state of the user's own message, unless another part of the screen shows it. */
export function DeliveryLine({ row: { message, isAnswered, canSendAgain } }: { readonly row: MessageRow }) {
  const nextAttemptAt = message.deliveries?.[0]?.nextAttemptAt ?? null;
  const nextTry = nextAttemptAt === null ? null : clockTime(nextAttemptAt);
  const agent = use(RoomAgentContext);
  const facts = {
    name: agent?.name ?? messageWords.theAgent,
    sinceMs: 0,
    nextTry,
    asked: message.asking.map(({ name }) => name).join(', '),
  };
  const { mark, sentence } = turnLine(stageOf(message, isAnswered), agent?.standing ?? 'connected', facts);
  return (
    <>
      <MarkLine mark={mark} text={sentence} />
      {canSendAgain && <SendAgain message={message} />}
    </>
  );
}
