import { paths } from '../navigation/paths.ts';
import { Permissions } from '../features/permissions/permissions.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { permissionPageWords as words } from '../words/permissions.ts';
import { placeWords } from '../words/places.ts';
import { Page } from './page.tsx';

/** Shows the permissions of every agent. */
export function PermissionsScreen() {
  return (
    <Page back={{ to: paths.agents, label: placeWords.agents }} title={words.title}>
      <UnreadTitle title={words.title} />
      <Permissions />
    </Page>
  );
}
