import type { AgentId, DeliveryId, DeliveryLogItem } from '@parley/protocol';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useCredentials } from '../../../api/agents.ts';
import { useDelivery, useReplayDelivery } from '../../../api/deliveries.ts';
import { useDeliveryMessage } from '../../../api/delivery-message.ts';
import { ErrorNotice } from '../../../api/error-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { deliveryWords as words } from '../../../words/deliveries.ts';
import { StatusBadge } from '../status-badge.tsx';
import { Answers } from './answers.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import styles from './delivery.module.css';
import { envelopeOf } from './envelope-of.ts';
import { failingTest } from './failing-test.ts';
import { HandlerErrorView } from './handler-error-view.tsx';
import { Signed } from './signed.tsx';

export interface DeliveryViewProps {
  readonly agentId: AgentId;
  readonly deliveryId: DeliveryId;
}

/** Shows one delivery from its message to its answer: everything that the agent's owner may see. */
export function DeliveryView({ agentId, deliveryId }: DeliveryViewProps) {
  const { data: delivery, error } = useDelivery(agentId, deliveryId);
  return (
    <>
      <p className={styles.id}>
        <code>{deliveryId}</code>
        <CopyButton text={deliveryId} label={words.copyId} look="quiet" />
        {delivery && <StatusBadge status={delivery.status} />}
      </p>
      {error && !delivery && <ErrorNotice error={error} />}
      {!delivery && !error && <Skeleton label={words.loading} rows={4} />}
      {delivery && <Known agentId={agentId} delivery={delivery} />}
    </>
  );
}

function Known({ agentId, delivery }: { readonly agentId: AgentId; readonly delivery: DeliveryLogItem }) {
  const { data: message = null } = useDeliveryMessage(delivery.conversationId, delivery.deliveryId);
  const { data: credentials } = useCredentials(agentId);
  const credentialId = credentials?.find(({ revokedAt }) => revokedAt === null)?.credentialId ?? 'cred_…';
  const input = { agentId, delivery, message };
  return (
    <>
      <Acts agentId={agentId} delivery={delivery} test={() => failingTest(input)} />
      {delivery.handlerError && <HandlerErrorView error={delivery.handlerError} />}
      <DeliveryFacts delivery={delivery} />
      <Attempts delivery={delivery} />
      <Answers delivery={delivery} />
      <Signed agentId={agentId} credentialId={credentialId} delivery={delivery} envelope={envelopeOf(input)} />
    </>
  );
}

interface ActsProps {
  readonly agentId: AgentId;
  readonly delivery: DeliveryLogItem;
  readonly test: () => string;
}

function Acts({ agentId, delivery, test }: ActsProps) {
  const replay = useReplayDelivery(agentId, delivery.deliveryId);
  const [isSent, setSent] = useState(false);
  return (
    <div className={styles.acts}>
      <div className={styles.row}>
        <Button
          look="primary"
          busy={replay.isPending}
          icon={<RotateCw size={16} aria-hidden />}
          onClick={() => replay.mutate(undefined, { onSuccess: () => setSent(true), onError: () => setSent(false) })}
        >
          {words.replay}
        </Button>
        <CopyButton text={test} label={words.copyTest}>
          {words.copyTest}
        </CopyButton>
      </div>
      <p className={styles.faint}>{words.replayHint}</p>
      <p className={styles.faint}>{words.testHint}</p>
      <div role="status">{isSent && <Notice tone="info">{words.replayed}</Notice>}</div>
      {replay.error && <ErrorNotice error={replay.error} />}
    </div>
  );
}
