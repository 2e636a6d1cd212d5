import type { AgentMember, ListedConversation, NotifyLevel } from '@parley/protocol';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useConversations } from '../../api/conversations.ts';
import { useMembership, useMembershipPreferences } from '../../api/membership.ts';
import { useRoomAttention } from '../../api/room-settings.ts';
import { attentionWords } from '../../words/attention.ts';
import { notificationWords as words } from '../../words/notifications.ts';
import styles from './you.module.css';

/** Further rooms have this setting only in the room itself. */
const listedAtMost = 50;

/** Edits the push level of each agent and each room. */
export function NotifyLevels() {
  const { data: rooms = [] } = useConversations();
  const agents = new Map(rooms.flatMap(({ agentMembers }) => agentMembers).map((agent) => [agent.agentId, agent]));
  return (
    <>
      <section className={styles.section} aria-labelledby="agent-levels">
        <h2 id="agent-levels">{words.agents}</h2>
        <p className={styles.hint}>{words.levelsHint}</p>
        <ul className={styles.rows} aria-label={words.agents}>
          {[...agents.values()].slice(0, listedAtMost).map((agent) => (
            <AgentLevel key={agent.agentId} agent={agent} />
          ))}
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="room-levels">
        <h2 id="room-levels">{words.rooms}</h2>
        {rooms.length === 0 && <p className={styles.hint}>{words.noRooms}</p>}
        <ul className={styles.rows} aria-label={words.rooms}>
          {rooms.slice(0, listedAtMost).map((room) => (
            <RoomLevel key={room.conversationId} room={room} />
          ))}
        </ul>
      </section>
    </>
  );
}

function AgentLevel({ agent }: { readonly agent: AgentMember }) {
  const { data: membership } = useMembership(agent.agentId);
  const preferences = useMembershipPreferences(agent.agentId);
  return (
    <Level
      to={paths.agent(agent.agentId)}
      name={agent.name}
      level={membership?.notify ?? null}
      onChange={(notify) => preferences.mutate({ notify })}
    />
  );
}

function RoomLevel({ room }: { readonly room: ListedConversation }) {
  const attention = useRoomAttention(room.conversationId);
  const names = [...room.agentMembers.map(({ name }) => name), ...room.userMembers.map((user) => user.displayName)];
  return (
    <Level
      to={paths.room(room.conversationId)}
      name={room.title ?? names.join(', ')}
      level={room.notify}
      onChange={(notify) => attention.mutate({ notify })}
    />
  );
}

interface LevelProps {
  readonly to: string;
  readonly name: string;
  /** Null until it is read. */
  readonly level: NotifyLevel | null;
  readonly onChange: (level: NotifyLevel) => void;
}

function Level({ to, name, level, onChange }: LevelProps) {
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <Link to={to}>{name}</Link>
      </span>
      <select
        className={styles.level}
        aria-label={words.levelOf(name)}
        disabled={level === null}
        value={level ?? 'all'}
        onChange={({ target }) => onChange(target.value as NotifyLevel)}
      >
        {Object.entries(attentionWords.levels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </li>
  );
}
