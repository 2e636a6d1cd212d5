import type { AgentId, DeliveryId } from '@parley/protocol';
import { useAgent } from '../../api/agents.ts';
import { useMe } from '../../api/session.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { messageWords as words } from '../../words/messages.ts';
import styles from './delivery-line.module.css';

/** Links a message to its delivery, for the owner of the receiving agent. */
export function DeliveryLink(props: { readonly agentId: AgentId; readonly deliveryId: DeliveryId }) {
  const { data: agent } = useAgent(props.agentId);
  const me = useMe();
  if (agent?.ownerUserId !== me.userId) return null;
  return (
    <Link to={paths.delivery(props.agentId, props.deliveryId)} className={styles.link}>
      {words.deliveryDetails}
    </Link>
  );
}
