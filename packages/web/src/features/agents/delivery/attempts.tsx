import type { DeliveryAttempt, DeliveryLogItem } from '@parley/protocol';
import { fullTime } from '../../../ui/format-time.ts';
import { deliveryWords as words } from '../../../words/deliveries.ts';
import { outcomeWords } from '../../../words/outcomes.ts';
import styles from './delivery.module.css';

/** Shows every attempt with its response, newest first. */
export function Attempts({ delivery: { attempts } }: { readonly delivery: DeliveryLogItem }) {
  return (
    <section className={styles.section} aria-labelledby="attempts">
      <h2 id="attempts">{words.attempts}</h2>
      {attempts.length === 0 && <p>{words.notTried}</p>}
      <ol className={styles.attempts} reversed>
        {[...attempts].reverse().map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} />
        ))}
      </ol>
    </section>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { startedAt, durationMs, outcome, statusCode, error, responseSnippet, via } = attempt;
  const facts = [
    outcomeWords[outcome] ?? outcome,
    statusCode !== null && words.status(statusCode),
    words.milliseconds(durationMs),
    via === 'listener' && words.viaListener,
  ];
  return (
    <li className={styles.attempt}>
      <h3>{words.attempt(attempt.attempt)}</h3>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <p className={styles.faint}>
        <time dateTime={startedAt}>{fullTime(startedAt)}</time>
      </p>
      {error && <p className={styles.error}>{error}</p>}
      {responseSnippet && (
        <pre className={styles.code} tabIndex={0} role="region" aria-label={words.response}>
          {responseSnippet}
        </pre>
      )}
    </li>
  );
}
