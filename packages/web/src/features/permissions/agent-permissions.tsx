import type { AgentId, Grant } from '@parley/protocol';
import { useId } from 'react';
import { useAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useGrantScopes } from '../../api/grants.ts';
import { useMembership, useMembershipPreferences } from '../../api/membership.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './permissions.module.css';
import { ScopeSwitch } from './scope-switch.tsx';

interface AgentPermissionsProps {
  readonly id: AgentId;
  /** What the reader grants this agent. */
  readonly grants: readonly Grant[];
}

/** One agent: each scope that it asks for with a switch, and whether it is heard at all. */
export function AgentPermissions({ id, grants }: AgentPermissionsProps) {
  const titleId = useId();
  const { data: agent } = useAgent(id);
  const { data: membership } = useMembership(id);
  const change = useGrantScopes(id);
  const preferences = useMembershipPreferences(id);
  const error = change.error ?? preferences.error;
  if (!membership) return null;
  const { requestedScopes, grantedScopes, blocked, muted } = membership;
  const name = agent?.name ?? 'An agent';

  function turn(scope: string, isOn: boolean): void {
    const others = grantedScopes.filter((granted) => granted !== scope);
    change.mutate(isOn ? [...others, scope] : others);
  }

  return (
    <section className={styles.agent} aria-labelledby={titleId}>
      <header className={styles.head}>
        <Avatar kind="agent" name={name} size={32} />
        <h2 id={titleId}>{name}</h2>
        <Button look="quiet" busy={preferences.isPending} onClick={() => preferences.mutate({ muted: !muted })}>
          {muted ? 'Unmute' : 'Mute'}
        </Button>
        <Button
          look={blocked ? 'plain' : 'danger'}
          busy={preferences.isPending}
          onClick={() => preferences.mutate({ blocked: !blocked })}
        >
          {blocked ? 'Unblock' : 'Block'}
        </Button>
      </header>
      {blocked && <p className={styles.note}>Blocked: it hears nothing from you and cannot act for you.</p>}
      {requestedScopes.length === 0 && <p className={styles.note}>It asks for no permissions.</p>}
      <ul className={styles.scopes}>
        {requestedScopes.map(({ scope, reason }) => (
          <li key={scope}>
            <ScopeSwitch
              scope={scope}
              reason={reason}
              isOn={grantedScopes.includes(scope)}
              grant={grants.find((grant) => grant.scope === scope) ?? null}
              isBusy={change.isPending}
              onTurn={(isOn) => turn(scope, isOn)}
            />
          </li>
        ))}
      </ul>
      {error && <ErrorNotice error={error} />}
    </section>
  );
}
