import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Tasks } from '../features/tasks/tasks.tsx';
import { paths } from '../navigation/paths.ts';
import { placeWords } from '../words/places.ts';
import { taskWords } from '../words/tasks.ts';
import { Page } from './page.tsx';

/** Shows the tasks of the user's agents, open and finished. */
export function TasksScreen() {
  return (
    <Page back={{ to: paths.agents, label: placeWords.agents }} title={taskWords.title}>
      <UnreadTitle title={taskWords.title} />
      <Tasks />
    </Page>
  );
}
