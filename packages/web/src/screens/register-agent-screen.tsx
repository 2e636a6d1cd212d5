import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useRegisterAgent } from '../api/agents.ts';
import type { ManifestDraft } from '../api/agents.ts';
import { keepFreshCredential } from '../api/fresh-credential.ts';
import { ManifestEditor } from '../features/agents/manifest-editor.tsx';
import { emptyManifest } from '../features/agents/manifest-form-state.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { agentWords as words } from '../words/agents.ts';
import { Page } from './page.tsx';

/** Registers an agent, then opens the page that connects it, with its first credential. */
export function RegisterAgentScreen() {
  const register = useRegisterAgent();
  const navigate = useNavigate();

  function submit(manifest: ManifestDraft): void {
    register.mutate(manifest, {
      onSuccess: ({ item, credential }) => {
        keepFreshCredential(item.agentId, credential);
        navigate(paths.connectAgent(item.agentId));
      },
    });
  }

  return (
    <Page back={{ to: paths.agents, label: words.yours }} title={words.register}>
      <UnreadTitle title={words.register} />
      <ManifestEditor
        first={emptyManifest}
        submitLabel={words.registerButton}
        failure={register.error}
        isSending={register.isPending}
        onSubmit={submit}
      />
    </Page>
  );
}
