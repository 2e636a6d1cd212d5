import { Inbox } from '../features/decisions/inbox.tsx';
import { Notices } from '../features/you/notices.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { placeWords } from '../words/places.ts';
import { Page } from './page.tsx';

/** Shows the inbox. */
export function InboxScreen() {
  return (
    <Page title={placeWords.inbox}>
      <UnreadTitle title={placeWords.inbox} />
      <Notices />
      <Inbox />
    </Page>
  );
}
