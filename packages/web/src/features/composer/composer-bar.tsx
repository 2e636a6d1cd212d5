import type { AgentMember, ListedConversation } from '@parley/protocol';
import { useMembership, useMembershipPreferences } from '../../api/membership.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './composer-bar.module.css';
import { Composer } from './composer.tsx';

export interface ComposerBarProps {
  readonly room: ListedConversation;
  /** What the room is called. */
  readonly title: string;
}

/** The composer with whatever stands in its way: a blocked agent stops it, a paused or deleted one is only said. */
export function ComposerBar({ room, title }: ComposerBarProps) {
  const agent = room.agentMembers[0];
  const { data: membership } = useMembership(agent?.agentId ?? null);
  const isBlocked = membership?.blocked ?? false;
  return (
    <div className={styles.bar}>
      {agent && isBlocked && <Blocked agent={agent} />}
      {agent && !isBlocked && <Absence agent={agent} status={room.agentStatus} />}
      <Composer key={room.conversationId} conversationId={room.conversationId} to={title} disabled={isBlocked} />
    </div>
  );
}

function Blocked({ agent }: { readonly agent: AgentMember }) {
  const preferences = useMembershipPreferences(agent.agentId);
  return (
    <Notice
      tone="warn"
      action={
        <Button busy={preferences.isPending} onClick={() => preferences.mutate({ blocked: false })}>
          Unblock
        </Button>
      }
    >
      You have blocked {agent.name}, so nothing can be sent here.
    </Notice>
  );
}

function Absence({
  agent,
  status,
}: {
  readonly agent: AgentMember;
  readonly status: ListedConversation['agentStatus'];
}) {
  if (status === 'paused') {
    return <Notice tone="info">{agent.name} is paused by its owner. It does not get what is written meanwhile.</Notice>;
  }
  if (status === 'deleted') return <Notice tone="info">{agent.name} was deleted. It no longer answers.</Notice>;
  return null;
}
