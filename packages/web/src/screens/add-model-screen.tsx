import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { useAddModel, useModelChoices } from '../api/models.ts';
import { RequestError } from '../api/request.ts';
import { AddModelForm } from '../features/models/add-model-form.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { agentWords } from '../words/agents.ts';
import { modelWords as words } from '../words/models.ts';
import { Page } from './page.tsx';

/** Makes a chat model an agent, then opens the room with it. */
export function AddModelScreen() {
  const { data: choices, error } = useModelChoices();
  const add = useAddModel();
  const navigate = useNavigate();
  const isOff = error instanceof RequestError && error.code === 'models_off';

  return (
    <Page back={{ to: paths.agents, label: agentWords.yours }} title={words.add}>
      <UnreadTitle title={words.add} />
      <p>{isOff ? words.off : words.addIntro}</p>
      {error && !isOff && !choices && <ErrorNotice error={error} />}
      {!choices && !error && <Skeleton label={words.loading} />}
      {choices && (
        <AddModelForm
          offers={choices.offers}
          tools={choices.tools}
          failure={add.error}
          isSending={add.isPending}
          onSubmit={(body) => add.mutate(body, { onSuccess: (room) => navigate(paths.room(room)) })}
        />
      )}
    </Page>
  );
}
