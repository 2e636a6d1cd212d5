import type { AgentId } from '@parley/protocol';
import { useId } from 'react';
import { useAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMembership, useMembershipPreferences } from '../../api/membership.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { permissionWords as words } from '../../words/permissions.ts';
import { AgentAttention } from './agent-attention.tsx';
import { AgentScopes } from './agent-scopes.tsx';
import { LeaveRooms } from './leave-rooms.tsx';
import styles from './permissions.module.css';

interface AgentPermissionsProps {
  readonly id: AgentId;
}

/** Shows one agent: a switch for each requested scope, and whether it is muted or blocked. */
export function AgentPermissions({ id }: AgentPermissionsProps) {
  const titleId = useId();
  const { data: agent } = useAgent(id);
  const { data: membership } = useMembership(id);
  const preferences = useMembershipPreferences(id);
  const { error } = preferences;
  if (!membership) return null;
  const { blocked } = membership;
  const name = agent?.name ?? words.anAgent;

  return (
    <section className={styles.agent} aria-labelledby={titleId}>
      <header className={styles.head}>
        <Avatar kind="agent" name={name} size={32} />
        <h2 id={titleId}>{name}</h2>
        <LeaveRooms id={id} name={name} />
        <Button
          look={blocked ? 'plain' : 'danger'}
          busy={preferences.isPending}
          onClick={() => preferences.mutate({ blocked: !blocked })}
        >
          {blocked ? words.unblock : words.block}
        </Button>
      </header>
      {blocked && <p className={styles.note}>{words.blocked}</p>}
      <AgentScopes agent={{ agentId: id, name }} />
      <AgentAttention id={id} membership={membership} />
      {error && <ErrorNotice error={error} />}
    </section>
  );
}
