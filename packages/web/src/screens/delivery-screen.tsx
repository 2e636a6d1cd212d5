import type { AgentId, DeliveryId } from '@parley/protocol';
import { paths } from '../navigation/paths.ts';
import { useAgent } from '../api/agents.ts';
import { DeliveryView } from '../features/agents/delivery/delivery-view.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { agentWords } from '../words/agents.ts';
import { deliveryWords as words } from '../words/deliveries.ts';
import { Page } from './page.tsx';

/** Shows one delivery to one of the user's own agents. */
export function DeliveryScreen(props: { readonly agentId: AgentId; readonly deliveryId: DeliveryId }) {
  const { data: agent } = useAgent(props.agentId);
  return (
    <Page back={{ to: paths.agent(props.agentId), label: agent?.name ?? agentWords.agent }} title={words.title}>
      <UnreadTitle title={words.title} />
      <DeliveryView {...props} />
    </Page>
  );
}
