import { Plus } from 'lucide-react';
import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useOwnAgents } from '../api/agents.ts';
import { AgentList } from '../features/agents/agent-list.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { agentWords as words } from '../words/agents.ts';
import styles from './agent-screen.module.css';
import { Page } from './page.tsx';

/** Shows the user's own agents. */
export function AgentsScreen() {
  const navigate = useNavigate();
  const { data: agents } = useOwnAgents();
  const register = (
    <span className={styles.beginnings}>
      <Button look="primary" icon={<Plus size={16} aria-hidden />} onClick={() => navigate(paths.addModel)}>
        {words.addModel}
      </Button>
      <Button icon={<Plus size={16} aria-hidden />} onClick={() => navigate(paths.newAgent)}>
        {words.register}
      </Button>
    </span>
  );
  return (
    // An empty list has the buttons itself.
    <Page title={words.yours} action={agents?.length !== 0 && register}>
      <UnreadTitle title={words.yours} />
      <AgentList register={register} />
    </Page>
  );
}
