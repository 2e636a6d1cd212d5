import type { AgentId } from '@parley/protocol';
import { useId } from 'react';
import { useAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMembership, useMembershipPreferences } from '../../api/membership.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { permissionWords as words } from '../../words/permissions.ts';
import { AgentAttention } from './agent-attention.tsx';
import { AskedYou } from './asked-you.tsx';
import { AgentScopes } from './agent-scopes.tsx';
import { LeaveRooms } from './leave-rooms.tsx';
import { StandingGrants } from './standing-grants.tsx';
import styles from './permissions.module.css';

interface AgentPermissionsProps {
  readonly id: AgentId;
}

/** Shows one agent: a switch for each requested scope, and whether it is muted or blocked. */
export function AgentPermissions({ id }: AgentPermissionsProps) {
  const titleId = useId();
  const { data: agent } = useAgent(id);
  const { data: membership, error } = useMembership(id);
  const preferences = useMembershipPreferences(id);
  const name = agent?.name ?? words.anAgent;
  // An agent that is gone has no membership, but the permissions that it had are still listed.
  if (!membership && !error) return null;
  if (!membership)
    return (
      <section className={styles.agent} aria-label={name}>
        <header className={styles.head}>
          <Avatar id={id} kind="agent" name={name} size={32} picture={agent?.avatarAssetId} />
          <h2>{name}</h2>
        </header>
        <StandingGrants agentId={id} name={name} />
      </section>
    );
  const { blocked } = membership;

  return (
    <section className={styles.agent} aria-labelledby={titleId}>
      <header className={styles.head}>
        <Avatar id={id} kind="agent" name={name} size={32} picture={agent?.avatarAssetId} />
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
      <AskedYou agentId={id} name={name} />
      <AgentScopes agent={{ agentId: id, name }} />
      <StandingGrants agentId={id} name={name} />
      <AgentAttention id={id} membership={membership} />
      {preferences.error && <ErrorNotice error={preferences.error} />}
    </section>
  );
}
