import { Permissions } from '../features/permissions/permissions.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Page } from './page.tsx';

/** What every agent may do for the reader. */
export function PermissionsScreen() {
  return (
    <Page back={{ to: '/', label: 'Conversations' }} title="Permissions">
      <UnreadTitle title="Permissions" />
      <Permissions />
    </Page>
  );
}
