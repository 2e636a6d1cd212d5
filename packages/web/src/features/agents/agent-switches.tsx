import type { Agent } from '@parley/protocol';
import { useNavigate } from '@tanstack/react-router';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useDeleteAgent, useSwitchAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import styles from './agent-page.module.css';

/** Pauses, resumes and deletes one's own agent. */
export function AgentSwitches({ agent }: { readonly agent: Agent }) {
  const [isAsking, setAsking] = useState(false);
  const change = useSwitchAgent(agent.agentId);
  const remove = useDeleteAgent(agent.agentId);
  const navigate = useNavigate();
  const isPaused = agent.status === 'paused';

  if (agent.status === 'deleted') return null;
  return (
    <>
      <div className={styles.row}>
        <Button
          busy={change.isPending}
          icon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
          onClick={() => change.mutate(isPaused ? 'resume' : 'pause')}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button look="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
          Delete…
        </Button>
      </div>
      {change.error && <ErrorNotice error={change.error} />}
      {isAsking && (
        <Confirm
          title={`Delete ${agent.name}?`}
          action="Delete agent"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await remove.mutateAsync();
            await navigate({ to: '/agents' });
          }}
        >
          Its credentials stop working at once, and it answers nobody any more. What it said stays where it was said.
        </Confirm>
      )}
    </>
  );
}
