import type { ListedConversation } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Bot,
  Download,
  Keyboard,
  LogOut,
  MessageSquarePlus,
  Moon,
  Pencil,
  Pin,
  PinOff,
  Search,
  Settings2,
  Trash2,
  Users,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { isMuted } from '../../api/is-muted.ts';
import { useRoomAttention } from '../../api/room-settings.ts';
import { useMe } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Menu, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { attentionWords } from '../../words/attention.ts';
import { exportWords } from '../../words/export.ts';
import { leaveWords } from '../../words/leaving.ts';
import { memberWords } from '../../words/members.ts';
import { renameWords } from '../../words/rename.ts';
import { roomPlaceWords } from '../../words/room-places.ts';
import { roomWords as words } from '../../words/rooms.ts';
import { shortcutWords } from '../../words/shortcuts.ts';
import { muting } from './attention.ts';
import { toggleArchived, togglePinned } from './place-room.ts';
import type { RoomDialogName } from './room-dialogs.tsx';
import styles from './room-menu.module.css';

export interface RoomMenuProps {
  readonly room: ListedConversation;
  readonly trigger: ReactElement;
  readonly onAsk: (dialog: RoomDialogName) => void;
  readonly onSearch: () => void;
  readonly newThread: (() => void) | null;
}

/** Shows the menu of a room. */
export function RoomMenu({ room, trigger, onAsk, onSearch, newThread }: RoomMenuProps) {
  const me = useMe();
  const navigate = useNavigate();
  const agent = room.agentMembers[0];
  return (
    <Menu trigger={trigger}>
      {agent && newThread && (
        <MenuItem icon={<MessageSquarePlus size={16} aria-hidden />} onSelect={newThread}>
          {words.newThread(agent.name)} <Keys keys={shortcutWords.newThread} />
        </MenuItem>
      )}
      <MenuItem icon={<Search size={16} aria-hidden />} onSelect={onSearch}>
        {words.search} <Keys keys={shortcutWords.search} />
      </MenuItem>
      <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => onAsk('rename')}>
        {renameWords.menu}
      </MenuItem>
      <MenuItem icon={<Users size={16} aria-hidden />} onSelect={() => onAsk('members')}>
        {memberWords.menu}
      </MenuItem>
      {agent && (
        <MenuItem icon={<Bot size={16} aria-hidden />} onSelect={() => navigate(paths.agent(agent.agentId))}>
          {words.about(agent.name)}
        </MenuItem>
      )}
      <MenuRule />
      <Place room={room} />
      <Attention room={room} onAsk={onAsk} />
      <MenuItem icon={<Download size={16} aria-hidden />} onSelect={() => onAsk('export')}>
        {exportWords.menu}
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} aria-hidden />} onSelect={() => onAsk('shortcuts')}>
        {words.shortcuts}
      </MenuItem>
      <MenuRule />
      <MenuItem icon={<LogOut size={16} aria-hidden />} onSelect={() => onAsk('leave')}>
        {leaveWords.leaveMenu}
      </MenuItem>
      {room.creatorUserId === me.userId && (
        <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={() => onAsk('delete')}>
          {leaveWords.deleteMenu}
        </MenuItem>
      )}
    </Menu>
  );
}

function Place({ room }: Pick<RoomMenuProps, 'room'>) {
  const client = useQueryClient();
  return (
    <>
      <MenuItem
        icon={room.pinned ? <PinOff size={16} aria-hidden /> : <Pin size={16} aria-hidden />}
        onSelect={() => togglePinned(client, room)}
      >
        {room.pinned ? roomPlaceWords.unpin : roomPlaceWords.pin}
      </MenuItem>
      <MenuItem
        icon={room.archived ? <ArchiveRestore size={16} aria-hidden /> : <Archive size={16} aria-hidden />}
        onSelect={() => toggleArchived(client, room)}
      >
        {room.archived ? roomPlaceWords.unarchive : roomPlaceWords.archive}
      </MenuItem>
    </>
  );
}

function Attention({ room, onAsk }: Pick<RoomMenuProps, 'room' | 'onAsk'>) {
  const { mutate } = useRoomAttention(room.conversationId);
  return (
    <>
      {isMuted(room, new Date()) ? (
        <MenuItem icon={<Bell size={16} aria-hidden />} onSelect={() => mutate(muting.over())}>
          {attentionWords.unmute}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={<BellOff size={16} aria-hidden />} onSelect={() => mutate(muting.forGood())}>
            {attentionWords.mute}
          </MenuItem>
          <MenuItem icon={<Moon size={16} aria-hidden />} onSelect={() => mutate(muting.untilTomorrow(new Date()))}>
            {attentionWords.muteUntilTomorrow}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Settings2 size={16} aria-hidden />} onSelect={() => onAsk('attention')}>
        {attentionWords.menu}
      </MenuItem>
    </>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <kbd className={styles.keys} aria-hidden="true">
      {keys.join(' ')}
    </kbd>
  );
}
