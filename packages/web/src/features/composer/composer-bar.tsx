import type { AgentMember, ListedConversation } from '@parley/protocol';
import { useMembership, useMembershipPreferences } from '../../api/membership.ts';
import { useStop, useStoppable } from '../../api/stop.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { composerWords as words } from '../../words/composer.ts';
import { hearingWords } from '../../words/hearing.ts';
import styles from './composer-bar.module.css';
import { Composer } from './composer.tsx';
import type { Stopping } from './composer.tsx';

export interface ComposerBarProps {
  readonly room: ListedConversation;
  /** The recipient's name. */
  readonly to: string;
}

const noteId = 'composer-note';

/** Shows the composer with a notice about the agent: a blocked agent disables it, a paused or deleted one does not. */
export function ComposerBar({ room, to }: ComposerBarProps) {
  const agent = room.agentMembers[0];
  const { data: membership } = useMembership(agent?.agentId ?? null);
  const isBlocked = membership?.blocked ?? false;
  const { stopping, failure } = useStopping(room);
  const hears = agent && room.agentHears === 'mentions' ? hearingWords.hearsMentions(agent.name, agent.handle) : null;
  return (
    <div className={styles.bar}>
      {agent && isBlocked && <Blocked agent={agent} />}
      {agent && !isBlocked && <Absence agent={agent} status={room.agentStatus} />}
      {failure !== null && <Notice tone="danger">{words.notStopped(failure)}</Notice>}
      <Composer
        key={room.conversationId}
        conversationId={room.conversationId}
        to={to}
        members={room}
        noteId={hears === null ? undefined : noteId}
        disabled={isBlocked}
        stopping={stopping}
      />
      {hears !== null && (
        <p id={noteId} className={styles.note}>
          {hears}
        </p>
      )}
    </div>
  );
}

/** Returns how to stop the running answer. */
function useStopping(room: ListedConversation): { stopping: Stopping | null; failure: string | null } {
  const message = useStoppable(room.conversationId);
  const { mutate, isPending, error } = useStop();
  if (message === null) return { stopping: null, failure: null };
  const stopping = { stop: () => mutate(message), busy: isPending };
  return { stopping, failure: error?.message ?? null };
}

function Blocked({ agent }: { readonly agent: AgentMember }) {
  const preferences = useMembershipPreferences(agent.agentId);
  return (
    <Notice
      tone="warn"
      action={
        <Button busy={preferences.isPending} onClick={() => preferences.mutate({ blocked: false })}>
          {words.unblock}
        </Button>
      }
    >
      {words.blocked(agent.name)}
    </Notice>
  );
}

function Absence({
  agent,
  status,
}: {
  readonly agent: AgentMember;
  readonly status: ListedConversation['agentStatus'];
}) {
  if (status === 'paused') {
    return <Notice tone="info">{words.paused(agent.name)}</Notice>;
  }
  if (status === 'deleted') return <Notice tone="info">{words.deleted(agent.name)}</Notice>;
  return null;
}
