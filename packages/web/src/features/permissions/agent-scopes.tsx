import type { AgentId } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useGrants, useGrantScopes } from '../../api/grants.ts';
import { useMembership } from '../../api/membership.ts';
import { permissionWords } from '../../words/permissions.ts';
import styles from './permissions.module.css';
import { ScopeSwitch } from './scope-switch.tsx';

export interface AgentScopesProps {
  readonly agent: { readonly agentId: AgentId; readonly name: string };
}

/** Shows each scope that an agent requests, with its reason, its use and a switch. */
export function AgentScopes({ agent: { agentId, name } }: AgentScopesProps) {
  const { data: membership } = useMembership(agentId);
  const { data: grants = [] } = useGrants();
  const change = useGrantScopes(agentId);
  if (!membership) return null;
  const { requestedScopes, grantedScopes } = membership;
  if (requestedScopes.length === 0) return <p className={styles.note}>{permissionWords.asksForNothing(name)}</p>;

  function turn(scope: string, isOn: boolean): void {
    const others = grantedScopes.filter((granted) => granted !== scope);
    change.mutate(isOn ? [...others, scope] : others);
  }

  return (
    <>
      <ul className={styles.scopes}>
        {requestedScopes.map(({ scope, reason, title }) => (
          <li key={scope}>
            <ScopeSwitch
              scope={scope}
              title={title}
              reason={reason}
              isOn={grantedScopes.includes(scope)}
              grant={grants.find((grant) => grant.agentId === agentId && grant.scope === scope) ?? null}
              onTurn={(isOn) => turn(scope, isOn)}
            />
          </li>
        ))}
      </ul>
      {change.error && <ErrorNotice error={change.error} />}
    </>
  );
}
