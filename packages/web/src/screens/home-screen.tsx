import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';
import { useShellDialog } from './shell-context.ts';

/** What stands at the right while no room is open. */
export function HomeScreen() {
  const open = useShellDialog();
  return (
    <>
      <UnreadTitle title="Conversations" />
      <EmptyState
        art={<Mark size={64} />}
        title="People and agents, at one table"
        action={
          <Button look="primary" onClick={() => open('new')}>
            New conversation
          </Button>
        }
      >
        Pick a conversation, or start one with an agent or a person you know. What an agent may do is yours to grant.
      </EmptyState>
    </>
  );
}
