import type { DeliveryLogItem } from '@parley/protocol';
import { Link } from '../../../navigation/link.tsx';
import { paths } from '../../../navigation/paths.ts';
import { deliveryWords as words } from '../../../words/deliveries.ts';
import styles from './delivery.module.css';

/** Shows links to the agent's answers in the room. */
export function Answers({ delivery: { conversationId, replyMessageIds } }: { readonly delivery: DeliveryLogItem }) {
  return (
    <section className={styles.section} aria-labelledby="answers">
      <h2 id="answers">{words.answers}</h2>
      {replyMessageIds.length === 0 && <p>{words.noAnswer}</p>}
      <ol className={styles.answers}>
        {replyMessageIds.map((messageId, index) => (
          <li key={messageId}>
            <Link to={paths.message(conversationId, messageId)}>{words.answer(index + 1)}</Link>{' '}
            <code>{messageId}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
