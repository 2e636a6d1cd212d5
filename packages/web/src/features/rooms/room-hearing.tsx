import type { ListedConversation } from '@parley/protocol';
import { useAgentHears } from '../../api/room-settings.ts';
import { SelectField } from '../../ui/field.tsx';
import { hearingWords as words } from '../../words/hearing.ts';

type Hears = ListedConversation['agentHears'];

const choices: readonly Hears[] = ['all', 'mentions'];

/** Edits which messages the agent of a room gets. */
export function RoomHearing({ room }: { readonly room: ListedConversation }) {
  const { mutate, error } = useAgentHears(room.conversationId);
  const agent = room.agentMembers[0];
  if (!agent) return null;
  return (
    <SelectField
      label={words.label(agent.name)}
      hint={words.hint(agent.name, agent.handle)}
      error={error?.message}
      value={room.agentHears}
      onChange={({ target }) => mutate(target.value as Hears)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {words[choice]}
        </option>
      ))}
    </SelectField>
  );
}
