import type { AgentId, DeliveryAttempt, DeliveryId } from '@parley/protocol';
import { RotateCw } from 'lucide-react';
import { useDelivery, useReplayDelivery } from '../../api/deliveries.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './delivery-details.module.css';
import { StatusBadge } from './status-badge.tsx';

export interface DeliveryDetailsProps {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
  readonly onClose: () => void;
}

/** Every attempt of one delivery, and a way to send it again. */
export function DeliveryDetails({ agentId, deliveryId, onClose }: DeliveryDetailsProps) {
  const { data: delivery, error } = useDelivery(agentId, deliveryId);
  const replay = useReplayDelivery(agentId, deliveryId);
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <p className={styles.id}>
        <code>{deliveryId}</code> {delivery && <StatusBadge status={delivery.status} />}
      </p>
      {error && <ErrorNotice error={error} />}
      {!delivery && !error && <Skeleton label="Loading attempts" rows={2} />}
      {delivery?.attempts.length === 0 && <p>Not tried yet.</p>}
      <ol className={styles.attempts}>
        {delivery?.attempts.map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} />
        ))}
      </ol>
      {delivery && delivery.replyMessageIds.length > 0 && (
        <p>
          Answered with {delivery.replyMessageIds.length}{' '}
          {delivery.replyMessageIds.length === 1 ? 'message' : 'messages'}.
        </p>
      )}
      {replay.error && <ErrorNotice error={replay.error} />}
      <Actions>
        <Button busy={replay.isPending} icon={<RotateCw size={16} aria-hidden />} onClick={() => replay.mutate()}>
          Send again
        </Button>
      </Actions>
    </Dialog>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const facts = [
    attempt.outcome.replaceAll('_', ' '),
    attempt.statusCode && `status ${attempt.statusCode}`,
    `${attempt.durationMs} ms`,
  ];
  return (
    <li className={styles.attempt}>
      <span className={styles.number}>{attempt.attempt}</span>
      <div>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        <p className={styles.when}>{fullTime(attempt.startedAt)}</p>
        {attempt.error && <p className={styles.error}>{attempt.error}</p>}
        {attempt.responseSnippet && <pre className={styles.snippet}>{attempt.responseSnippet}</pre>}
      </div>
    </li>
  );
}
