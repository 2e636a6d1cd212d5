import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { useConversations } from '../api/conversations.ts';
import { roomTitle } from '../features/rooms/room-title.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import buttons from '../ui/button.module.css';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';
import { beginWords as words } from '../words/begin.ts';
import { screenWords } from '../words/screens.ts';
import { LazyBegin } from './lazy-begin.tsx';
import { useShellDialog } from './shell-context.ts';

/** Shown on the right while no room is open. */
export function HomeScreen() {
  return (
    <>
      <UnreadTitle title={screenWords.conversations} />
      <EmptyState isPage art={<Mark size={64} />} title={words.welcome} action={<NextStep />}>
        {words.promise}
      </EmptyState>
    </>
  );
}

/** Links to the most recent room; without rooms, shows how to start the first one. */
function NextStep() {
  const open = useShellDialog();
  const { data: rooms } = useConversations();
  const latest = rooms?.[0];
  if (!latest) {
    return (
      <>
        <Button look="primary" onClick={() => open('new')}>
          {words.newConversation}
        </Button>
        {rooms && <LazyBegin />}
      </>
    );
  }
  const invite = latest.lastMessage ? screenWords.goOnWith : screenWords.talkWith;
  return (
    <Link to={paths.room(latest.conversationId)} className={classNames(buttons.button, buttons.primary)}>
      {invite(roomTitle(latest))}
    </Link>
  );
}
