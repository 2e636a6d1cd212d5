import type { Message } from '@parley/protocol';
import { stageOf } from '../../api/turn.ts';
import { clockTime } from '../../ui/format-time.ts';
import { messageWords } from '../../words/messages.ts';
import { turnLine } from '../../words/turn.ts';
import type { TurnMark } from '../../words/turn.ts';
import styles from './delivery-line.module.css';

const pips: Record<TurnMark, number> = { later: 1, moving: 1, yours: 3, arrived: 3, over: 3, broken: 2 };

export interface MarkLineProps {
  readonly mark: TurnMark;
  readonly text: string;
}

/** Three pips and a word. The pips fill as the message gets on. */
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

/** How far one's own message has come, where nothing else on the screen says it. */
export function DeliveryLine({ message }: { readonly message: Message }) {
  const nextAttemptAt = message.deliveries?.[0]?.nextAttemptAt ?? null;
  const nextTry = nextAttemptAt === null ? null : clockTime(nextAttemptAt);
  const facts = { name: messageWords.theAgent, sinceMs: 0, nextTry };
  const { mark, sentence } = turnLine(stageOf(message), 'connected', facts);
  return <MarkLine mark={mark} text={sentence} />;
}
