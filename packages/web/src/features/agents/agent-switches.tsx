import type { Agent } from '@parley/protocol';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { useDeleteAgent, useSwitchAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { agentPageWords as words } from '../../words/agent-page.ts';
import { pauseWords } from '../../words/agents.ts';
import styles from './agent-page.module.css';
import { PauseNotice } from './pause-notice.tsx';

/** Pauses, resumes and deletes one of the user's own agents. */
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
        {!agent.suspendedReason && (
          <Button
            busy={change.isPending}
            icon={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
            onClick={() => change.mutate(isPaused ? 'resume' : 'pause')}
          >
            {isPaused ? words.resume : words.pause}
          </Button>
        )}
        <Button look="danger" icon={<Trash2 size={16} aria-hidden />} onClick={() => setAsking(true)}>
          {words.remove}
        </Button>
      </div>
      {!agent.suspendedReason &&
        (isPaused ? <PauseNotice agent={agent} /> : <p className={styles.hint}>{pauseWords.before}</p>)}
      {change.error && <ErrorNotice error={change.error} />}
      {isAsking && (
        <Confirm
          title={words.removeTitle(agent.name)}
          action={words.removeAct}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await remove.mutateAsync();
            navigate(paths.agents);
          }}
        >
          {words.removeText}
        </Confirm>
      )}
    </>
  );
}
