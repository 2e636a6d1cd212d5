import type { Turn } from '../../api/turn.ts';
import { useOutbox } from '../../api/use-outbox.ts';
import { Button } from '../../ui/button.tsx';
import { messageWords as words } from '../../words/messages.ts';
import styles from './agent-activity-line.module.css';

/** Sends an unanswered message again. Only text can be sent again here. */
export function AskAgain({ turn: { message, standing } }: { readonly turn: Turn }) {
  const outbox = useOutbox();
  const { body, choice, conversationId } = message;
  // A choice is final; its payload must not be sent as text.
  const canAsk = body !== null && choice === null && (standing === 'connected' || standing === 'unconnected');
  if (!canAsk) return null;
  return (
    <Button className={styles.again} onClick={() => void outbox.send(conversationId, body)}>
      {words.tryAgain}
    </Button>
  );
}
