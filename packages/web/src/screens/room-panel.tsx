import type { AgentMember, ListedConversation } from '@parley/protocol';
import { AgentStanding } from '../features/panel/agent-standing.tsx';
import { Now } from '../features/panel/now.tsx';
import { PanelSection } from '../features/panel/panel-section.tsx';
import panel from '../features/panel/panel.module.css';
import { AgentScopes } from '../features/permissions/agent-scopes.tsx';
import { RoomHere } from '../features/rooms/room-here.tsx';
import { TaskButtons } from '../features/tasks/task-buttons.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { panelWords } from '../words/panel.ts';
import { roomWords } from '../words/rooms.ts';

/** What one wants to know beside a room, in this order: is the agent there, what may it do, what does it do now, what is here. */
export function RoomPanel({ room }: { readonly room: ListedConversation }) {
  const agent = room.agentMembers[0];
  return (
    <div className={panel.panel}>
      {agent && <OfAgent agent={agent} room={room} />}
      <PanelSection title={panelWords.here}>
        <RoomHere room={room} />
      </PanelSection>
    </div>
  );
}

function OfAgent({ agent, room }: { readonly agent: AgentMember; readonly room: ListedConversation }) {
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

/** The same over the room, where there is no width for both. */
export function RoomSheet({ room, onClose }: RoomSheetProps) {
  return (
    <Dialog title={roomWords.details} isSheet onClose={onClose}>
      <RoomPanel room={room} />
    </Dialog>
  );
}
