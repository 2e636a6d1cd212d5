import { RotateCw, X } from 'lucide-react';
import { Chosen } from '../../blocks/choices/chosen.tsx';
import { linkify } from '../../blocks/linkify.tsx';
import type { OutgoingMessage } from '../../api/outbox.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StageLine } from './delivery-line.tsx';
import styles from './message-view.module.css';
import own from './outgoing-view.module.css';

export interface OutgoingViewProps {
  readonly outgoing: OutgoingMessage;
  /** Whether the message before it is another's. */
  readonly startsGroup: boolean;
  /** What stands on the choice that was pressed to send it; null where it was written. */
  readonly chose: string | null;
}

/** One's own message on its way to the server. A failed one can be sent again, under the key it had, or dropped. */
export function OutgoingView({ outgoing, startsGroup, chose }: OutgoingViewProps) {
  const outbox = useOutbox();
  const { state, error, text, key } = outgoing;
  return (
    <article
      className={classNames(styles.own, startsGroup ? styles.start : own.outgoing)}
      aria-label="You"
      aria-busy={state === 'sending'}
    >
      <div className={classNames(styles.bubble, state === 'failed' && own.failed)}>
        {chose === null ? <p className={styles.plain}>{linkify(text)}</p> : <Chosen label={chose} />}
      </div>
      <footer className={styles.foot}>
        {state === 'sending' ? (
          <StageLine stage="sending" text="Sending" />
        ) : (
          <span role="alert" className={own.reason}>
            Not sent. {error?.message} {error?.hint}
          </span>
        )}
      </footer>
      {state === 'failed' && (
        <div className={own.actions}>
          <Button icon={<RotateCw size={14} aria-hidden />} onClick={() => outbox.retry(key)}>
            Retry
          </Button>
          <Button look="quiet" icon={<X size={14} aria-hidden />} onClick={() => outbox.discard(key)}>
            Discard
          </Button>
        </div>
      )}
    </article>
  );
}
