import type { DeliveryLogItem } from '@parley/protocol';
import type { ReactNode } from 'react';
import { Link } from '../../../navigation/link.tsx';
import { paths } from '../../../navigation/paths.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { fullTime } from '../../../ui/format-time.ts';
import { deliveryWords as words } from '../../../words/deliveries.ts';
import styles from './delivery.module.css';

/** Shows a delivery's event, times, room and trace. */
export function DeliveryFacts({ delivery }: { readonly delivery: DeliveryLogItem }) {
  const { event, createdAt, dispatchedAt, nextAttemptAt, conversationId, traceId } = delivery;
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h2 id="facts">{words.facts}</h2>
      <dl className={styles.facts}>
        <Fact label={words.event}>
          <code>{event}</code>
        </Fact>
        <Fact label={words.created}>{fullTime(createdAt)}</Fact>
        <Fact label={words.dispatched}>{dispatchedAt ? fullTime(dispatchedAt) : words.notYet}</Fact>
        {dispatchedAt && (
          <Fact label={words.latency}>
            {words.milliseconds(Math.max(0, Date.parse(dispatchedAt) - Date.parse(createdAt)))}
          </Fact>
        )}
        <Fact label={words.nextTry}>{nextAttemptAt ? fullTime(nextAttemptAt) : words.noNextTry}</Fact>
        <Fact label={words.trace}>
          {traceId === null ? (
            words.noTrace
          ) : (
            <>
              <code>{traceId}</code> <CopyButton text={traceId} label={words.copyTrace} look="quiet" />
            </>
          )}
        </Fact>
        <Fact label={words.room}>
          <Link to={paths.room(conversationId)}>{words.openRoom}</Link>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
