import type { HandlerError } from '@parley/protocol';
import { fullTime } from '../../../ui/format-time.ts';
import { deliveryWords as words } from '../../../words/deliveries.ts';
import styles from './delivery.module.css';
import { handlerFault } from './handler-fault.ts';

/** Shows the agent's own report of its failure, and highlights the field that a refusal names. */
export function HandlerErrorView({ error: { at, reason } }: { readonly error: HandlerError }) {
  const fault = handlerFault(reason);
  return (
    <section className={styles.failure} aria-labelledby="handler-error">
      <h2 id="handler-error">{words.handlerError}</h2>
      <p className={styles.faint}>
        <time dateTime={at}>{fullTime(at)}</time>
      </p>
      <pre className={styles.code} tabIndex={0} role="region" aria-label={words.handlerError}>
        {fault ? (
          <>
            {fault.before}
            <mark>{fault.pointer}</mark>
            {fault.after}
          </>
        ) : (
          reason
        )}
      </pre>
      {fault && (
        <p>
          {words.fault} <code>{fault.pointer}</code>
        </p>
      )}
    </section>
  );
}
