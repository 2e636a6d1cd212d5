import { Find } from '../features/rooms/find/find.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { findWords } from '../words/find.ts';
import { Page } from './page.tsx';

/** Searches rooms, agents, people and messages. */
export function FindScreen() {
  return (
    <Page title={findWords.title}>
      <UnreadTitle title={findWords.title} />
      <Find />
    </Page>
  );
}
