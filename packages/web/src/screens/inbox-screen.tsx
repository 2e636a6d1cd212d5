import { Inbox } from '../features/decisions/inbox.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Page } from './page.tsx';

/** What waits for the reader. */
export function InboxScreen() {
  return (
    <Page back={{ to: '/', label: 'Conversations' }} title="Inbox">
      <UnreadTitle title="Inbox" />
      <Inbox />
    </Page>
  );
}
