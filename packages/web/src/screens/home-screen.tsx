import { Link } from '@tanstack/react-router';
import { useConversations } from '../api/conversations.ts';
import { roomTitle } from '../features/rooms/room-title.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import buttons from '../ui/button.module.css';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';
import { useShellDialog } from './shell-context.ts';

/** What stands at the right while no room is open. */
export function HomeScreen() {
  return (
    <>
      <UnreadTitle title="Conversations" />
      <EmptyState art={<Mark size={64} />} title="People and agents, at one table" action={<NextStep />}>
        What an agent may do here is yours to grant.
      </EmptyState>
    </>
  );
}

/** The most recent room for those who have one, else the way to the first. */
function NextStep() {
  const open = useShellDialog();
  const latest = useConversations().data?.[0];
  if (!latest) {
    return (
      <Button look="primary" onClick={() => open('new')}>
        New conversation
      </Button>
    );
  }
  return (
    <Link
      to="/c/$conversationId"
      params={{ conversationId: latest.conversationId }}
      className={classNames(buttons.button, buttons.primary)}
    >
      {latest.lastMessage ? 'Go on with' : 'Talk with'} {roomTitle(latest)}
    </Link>
  );
}
