import { useConversations } from '../../api/conversations.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useGrants } from '../../api/grants.ts';
import { useStandingGrants } from '../../api/standing.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { permissionPageWords as words } from '../../words/permissions.ts';
import { AgentPermissions } from './agent-permissions.tsx';
import styles from './permissions.module.css';

/** Shows every agent that has a grant from the user or shares a room with them, and its permissions. */
export function Permissions() {
  const { data: grants, error, refetch } = useGrants();
  const { data: rooms } = useConversations();
  const { data: standing = [] } = useStandingGrants();
  if (!grants && error) {
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />;
  }
  if (!grants || !rooms) return <Skeleton label={words.loading} />;
  const seated = rooms.flatMap(({ agentMembers }) => agentMembers.map(({ agentId }) => agentId));
  const granted = [...grants, ...standing].map(({ agentId }) => agentId);
  const agentIds = [...new Set([...granted, ...seated])];
  if (agentIds.length === 0) {
    return <EmptyState title={words.none}>{words.noneText}</EmptyState>;
  }
  return (
    <div className={styles.agents}>
      {agentIds.map((id) => (
        <AgentPermissions key={id} id={id} />
      ))}
    </div>
  );
}
