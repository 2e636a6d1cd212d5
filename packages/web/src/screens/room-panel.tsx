import type { AgentMember, ListedConversation } from '@parley/protocol';
import { lazy, Suspense } from 'react';
import { useStandingGrants } from '../api/standing.ts';
import { AgentStanding } from '../features/panel/agent-standing.tsx';
import { Now } from '../features/panel/now.tsx';
import { FoldedSection, PanelSection } from '../features/panel/panel-section.tsx';
import panel from '../features/panel/panel.module.css';
import { AgentScopes } from '../features/permissions/agent-scopes.tsx';
import { TaskButtons } from '../features/tasks/task-buttons.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Part } from '../ui/part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { panelWords } from '../words/panel.ts';
import { roomWords } from '../words/rooms.ts';
import { screenWords } from '../words/screens.ts';

const StandingGrants = lazy(async () => ({
  default: (await import('../features/permissions/standing-grants.tsx')).StandingGrants,
}));
const RoomHere = lazy(async () => ({ default: (await import('../features/rooms/room-here.tsx')).RoomHere }));

/**
 * Shows the details of a room: the agent's availability, its permissions and its current work. Members, files and settings are needed less
 * often, so they are folded.
 */
export function RoomPanel({ room }: { readonly room: ListedConversation }) {
  const agent = room.agentMembers[0];
  return (
    <div className={panel.panel}>
      {agent && <OfAgent agent={agent} room={room} />}
      <FoldedSection title={panelWords.settings} startsOpen={!agent}>
        <Part onFail={() => undefined}>
          <Suspense fallback={<Skeleton label={screenWords.loading} />}>
            <RoomHere room={room} />
          </Suspense>
        </Part>
      </FoldedSection>
    </div>
  );
}

function OfAgent({ agent, room }: { readonly agent: AgentMember; readonly room: ListedConversation }) {
  const { data: grants = [] } = useStandingGrants();
  // The code for it loads only where there is something to show.
  const hasStanding = grants.some(({ agentId, state }) => agentId === agent.agentId && state === 'active');
  return (
    <>
      <PanelSection
        title={agent.name}
        action={<Link to={paths.agent(agent.agentId)}>{panelWords.about(agent.name)}</Link>}
      >
        <AgentStanding agent={agent} status={room.agentStatus} />
      </PanelSection>
      <PanelSection
        title={panelWords.permissions}
        action={<Link to={paths.permissions}>{panelWords.allPermissions}</Link>}
      >
        <AgentScopes agent={agent} />
        {hasStanding && (
          <Part onFail={() => undefined}>
            <Suspense fallback={<Skeleton label={screenWords.loading} rows={1} />}>
              <StandingGrants agentId={agent.agentId} name={agent.name} roomId={room.conversationId} />
            </Suspense>
          </Part>
        )}
      </PanelSection>
      <PanelSection title={panelWords.now} action={<Link to={paths.tasks}>{panelWords.allTasks}</Link>}>
        <Now agent={agent} room={room} />
        {room.agentStatus !== 'deleted' && <TaskButtons room={room} />}
      </PanelSection>
    </>
  );
}

interface RoomSheetProps {
  readonly room: ListedConversation;
  readonly onClose: () => void;
}

/** Shows the same over the room, on a narrow screen. */
export function RoomSheet({ room, onClose }: RoomSheetProps) {
  return (
    <Dialog title={roomWords.details} isSheet onClose={onClose}>
      <RoomPanel room={room} />
    </Dialog>
  );
}
