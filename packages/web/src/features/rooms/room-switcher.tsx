import { Command } from 'cmdk';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { useConversations } from '../../api/conversations.ts';
import { roomWords } from '../../words/rooms.ts';
import { RoomAvatar } from './room-avatar.tsx';
import styles from './room-switcher.module.css';
import { roomMembers, roomTitle } from './room-title.ts';

export interface RoomSwitcherProps {
  /** What was typed before the switcher was there. */
  readonly typed: { readonly current: string };
  readonly onClose: () => void;
}

/** Finds a room by a few letters of who is in it. None is chosen until something was typed or the keys went to one. */
export function RoomSwitcher({ typed, onClose }: RoomSwitcherProps) {
  const { data: rooms = [] } = useConversations();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const [hasMoved, setMoved] = useState(false);
  // Only now is it certain that nothing more is typed elsewhere.
  useLayoutEffect(() => setSearch(typed.current), [typed]);
  const isChosen = hasMoved || search !== '';
  return (
    <Command
      label={roomWords.goTo}
      className={styles.command}
      loop
      filter={(_, wanted, keywords) => Number(hasWords(keywords?.join(' ') ?? '', wanted))}
      value={isChosen ? chosen : ''}
      onValueChange={setChosen}
      onKeyDown={({ key }) => {
        if (key === 'ArrowDown' || key === 'ArrowUp') setMoved(true);
      }}
    >
      <Command.Input
        autoFocus
        className={styles.input}
        placeholder={`${roomWords.goTo}…`}
        value={search}
        onValueChange={setSearch}
      />
      <Command.List className={styles.list}>
        <Command.Empty className={styles.none}>{roomWords.noneFound}</Command.Empty>
        {rooms.map((room) => (
          <Command.Item
            key={room.conversationId}
            value={room.conversationId}
            keywords={[roomTitle(room), roomMembers(room)]}
            className={styles.item}
            onSelect={() => {
              onClose();
              void navigate({ to: '/c/$conversationId', params: { conversationId: room.conversationId } });
            }}
          >
            <RoomAvatar room={room} size={28} />
            <span className={styles.title}>{roomTitle(room)}</span>
            <span className={styles.members}>{roomMembers(room)}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}

/** Whether each word that was typed is in the text. */
function hasWords(text: string, typed: string): boolean {
  const lower = text.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
