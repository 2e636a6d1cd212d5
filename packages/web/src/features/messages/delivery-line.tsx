import type { Message, MessageDelivery } from '@parley/protocol';
import { clockTime } from '../../ui/format-time.ts';
import styles from './delivery-line.module.css';

/** How far a message has come: stored, on its way to the agent, taken by it; or not. */
type Stage = 'sending' | 'sent' | 'waiting' | 'delivered' | 'retrying' | 'failed';

const reached: Record<Stage, number> = { sending: 0, sent: 3, waiting: 1, delivered: 3, retrying: 2, failed: 2 };

export interface StageLineProps {
  readonly stage: Stage;
  readonly text: string;
}

/** Three pips and a word. The pips fill as the message gets on. */
export function StageLine({ stage, text }: StageLineProps) {
  return (
    <span className={styles.line} data-stage={stage}>
      <span className={styles.pips} aria-hidden="true">
        {[1, 2, 3].map((pip) => (
          <i key={pip} className={pip <= reached[stage] ? styles.full : undefined} />
        ))}
      </span>
      {text}
    </span>
  );
}

/** How far one's own message has come. */
export function DeliveryLine({ message }: { readonly message: Message }) {
  const [stage, text] = describe(message.deliveries?.[0]);
  return <StageLine stage={stage} text={text} />;
}

function describe(delivery: MessageDelivery | undefined): [Stage, string] {
  if (!delivery) return ['sent', 'Sent'];
  if (delivery.status === 'delivered') return ['delivered', 'Delivered'];
  if (delivery.status === 'pending') return ['waiting', 'Waiting'];
  if (delivery.nextAttemptAt === null) return ['failed', 'Not delivered'];
  return ['retrying', `Not delivered yet, next try ${clockTime(delivery.nextAttemptAt)}`];
}
