import type { AgentId } from '@parley/protocol';
import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useAgent, useReplaceManifest } from '../api/agents.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { useMe } from '../api/session.ts';
import { ManifestEditor } from '../features/agents/manifest-editor.tsx';
import { fieldsOf } from '../features/agents/manifest-form-state.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { agentWords as words } from '../words/agents.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Page } from './page.tsx';

/** Edits the manifest of the user's own agent, as a form or as a file. */
export function EditAgentScreen({ agentId }: { readonly agentId: AgentId }) {
  const { data: agent, error } = useAgent(agentId);
  const replace = useReplaceManifest(agentId);
  const me = useMe();
  const navigate = useNavigate();

  if (agent && agent.ownerUserId !== me.userId) return <NotFoundScreen />;
  const name = agent?.name ?? words.agent;
  return (
    <Page back={{ to: paths.agent(agentId), label: name }} title={words.editTitle(name)}>
      <UnreadTitle title={words.editTitle(name)} />
      {error && !agent && <ErrorNotice error={error} />}
      {!agent && !error && <Skeleton label={words.loading} />}
      {agent && (
        <ManifestEditor
          first={fieldsOf(agent)}
          submitLabel={words.save}
          failure={replace.error}
          isSending={replace.isPending}
          onSubmit={(manifest) => replace.mutate(manifest, { onSuccess: () => navigate(paths.agent(agentId)) })}
        />
      )}
    </Page>
  );
}
