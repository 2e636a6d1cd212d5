import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { AgentList } from '../features/agents/agent-list.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from './page.tsx';

/** The caller's own agents. */
export function AgentsScreen() {
  const navigate = useNavigate();
  const register = (
    <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => void navigate({ to: '/agents/new' })}>
      Register an agent
    </Button>
  );
  return (
    <Page back={{ to: '/', label: 'Conversations' }} title="Your agents" action={register}>
      <UnreadTitle title="Your agents" />
      <AgentList register={register} />
    </Page>
  );
}
