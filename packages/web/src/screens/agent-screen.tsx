import type { Agent } from '@parley/protocol';
import { useNavigate, useParams } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useAgent } from '../api/agents.ts';
import { useOpenConversation } from '../api/conversations.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { useMe } from '../api/session.ts';
import { AgentOverview } from '../features/agents/agent-overview.tsx';
import { AgentSwitches } from '../features/agents/agent-switches.tsx';
import { Credentials } from '../features/agents/credentials.tsx';
import { DeliveryLog } from '../features/agents/delivery-log.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Page } from './page.tsx';
import styles from './agent-screen.module.css';

/** One agent: what everybody may know of it, and its owner's controls. */
export function AgentScreen() {
  const { agentId } = useParams({ from: '/app/agents/$agentId' });
  const { data: agent, error } = useAgent(agentId);
  const me = useMe();
  const isOwner = agent?.ownerUserId === me.userId;
  return (
    <Page back={isOwner ? { to: '/agents', label: 'Your agents' } : { to: '/', label: 'Conversations' }}>
      <UnreadTitle title={agent?.name ?? 'Agent'} />
      {error && !agent && <ErrorNotice error={error} />}
      {!agent && !error && <Skeleton label="Loading the agent" />}
      {agent && (
        <>
          <AgentOverview agent={agent} />
          <div className={styles.actions}>
            {agent.status === 'live' && <Talk agent={agent} />}
            {isOwner && <AgentSwitches agent={agent} />}
          </div>
        </>
      )}
      {agent && isOwner && (
        <>
          <Credentials agentId={agentId} />
          <DeliveryLog agentId={agentId} />
        </>
      )}
    </Page>
  );
}

/** Opens a room with the agent. */
function Talk({ agent }: { readonly agent: Agent }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const open = useOpenConversation();
  const navigate = useNavigate();

  async function start(): Promise<void> {
    const { item } = await open.mutateAsync({ agentIds: [agent.agentId], userIds: [], idempotencyKey });
    await navigate({ to: '/c/$conversationId', params: { conversationId: item.conversationId } });
  }

  return (
    <>
      <Button
        look="primary"
        busy={open.isPending}
        icon={<MessageSquare size={16} aria-hidden />}
        onClick={() => void start().catch(() => undefined)}
      >
        Talk with it
      </Button>
      {open.error && <ErrorNotice error={open.error} />}
    </>
  );
}
