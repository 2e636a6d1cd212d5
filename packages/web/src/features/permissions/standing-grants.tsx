import type { AgentId, ConversationId, StandingGrant, StandingGrantId } from '@parley/protocol';
import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useStandingGrants } from '../../api/standing.ts';
import { Button } from '../../ui/button.tsx';
import { standingListWords as words } from '../../words/standing.ts';
import { StandingGrantItem } from './standing-grant-item.tsx';
import styles from './standing-grants.module.css';

export interface StandingGrantsProps {
  readonly agentId: AgentId;
  /** The name of the agent. */
  readonly name: string;
  /** Lists only what holds in this room now. */
  readonly roomId?: ConversationId;
  /** The level of the heading. */
  readonly level?: 2 | 3;
}

/** Lists the standing permissions that the user gave to an agent, ended ones folded; shows nothing if there are none. */
export function StandingGrants({ agentId, name, roomId, level = 3 }: StandingGrantsProps) {
  const { data: grants = [], error, refetch } = useStandingGrants();
  // What the user ends here keeps its place.
  const [endedHere, setEndedHere] = useState<readonly StandingGrantId[]>([]);
  if (error && grants.length === 0) {
    return <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />;
  }
  const own = grants.filter((grant) => grant.agentId === agentId);
  const isShown = ({ state, grantId }: StandingGrant) => state === 'active' || endedHere.includes(grantId);
  const active = own.filter(isShown).filter((grant) => holdsIn(grant, roomId));
  const ended = roomId === undefined ? own.filter((grant) => !isShown(grant)) : [];
  if (active.length + ended.length === 0) return null;
  const Heading = `h${level}` as const;
  return (
    <div className={styles.standing}>
      <Heading>{words.title}</Heading>
      {active.length > 0 && (
        <>
          <GrantList
            grants={active}
            name={name}
            roomId={roomId}
            onEnd={(grantId) => setEndedHere([...endedHere, grantId])}
          />
          <p className={styles.note}>{words.endNote}</p>
        </>
      )}
      {ended.length > 0 && <Ended grants={ended} name={name} />}
    </div>
  );
}

function holdsIn({ conversationId }: StandingGrant, roomId: ConversationId | undefined): boolean {
  return roomId === undefined || conversationId === null || conversationId === roomId;
}

interface GrantListProps {
  readonly grants: readonly StandingGrant[];
  readonly name: string;
  readonly roomId?: ConversationId | undefined;
  readonly onEnd?: (grantId: StandingGrantId) => void;
}

function GrantList({ grants, name, roomId, onEnd }: GrantListProps) {
  return (
    <ul className={styles.list}>
      {grants.map((grant) => (
        <li key={grant.grantId}>
          <StandingGrantItem grant={grant} name={name} roomId={roomId ?? null} onEnd={() => onEnd?.(grant.grantId)} />
        </li>
      ))}
    </ul>
  );
}

/** The ended ones; the page opens with them if its address names one. */
function Ended(props: GrantListProps) {
  const isNamed = props.grants.some(({ grantId }) => location.hash === `#${grantId}`);
  const [isOpen, setOpen] = useState(isNamed);
  return (
    <>
      <Button look="quiet" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.ended(props.grants.length)}
      </Button>
      {isOpen && <GrantList {...props} />}
    </>
  );
}
