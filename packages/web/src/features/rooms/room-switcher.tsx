import type { Conversation } from '@parley/protocol';
import { Command } from 'cmdk';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useConversations } from '../../api/conversations.ts';
import { roomWords } from '../../words/rooms.ts';
import { RoomAvatar } from './room-avatar.tsx';
import styles from './room-switcher.module.css';
import { roomMembers, roomTitle } from './room-title.ts';

/** What was typed before the switcher was there, and whether Enter came after it. */
export interface TypedEarly {
  text: string;
  isEntered: boolean;
}

export interface RoomSwitcherProps {
  readonly typed: { readonly current: TypedEarly };
  readonly onClose: () => void;
}

/**
 * Finds a room by a few letters of who is in it. None is chosen until something was typed or the keys went to one. Enter after letters
 * goes to the first room that has them, as soon as the rooms are there.
 */
export function RoomSwitcher({ typed, onClose }: RoomSwitcherProps) {
  const { data: rooms } = useConversations();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [isEntered, setEntered] = useState(false);
  // Only now is it certain that nothing more is typed elsewhere.
  useLayoutEffect(() => {
    setSearch(typed.current.text);
    setEntered(typed.current.isEntered);
  }, [typed]);
  const isChosen = hasMoved || search !== '';
  const open = ({ conversationId }: Conversation) => {
    onClose();
    void navigate({ to: '/c/$conversationId', params: { conversationId } });
  };
  useEffect(() => {
    if (!isEntered || rooms === undefined) return;
    setEntered(false);
    const found = search === '' ? undefined : rooms.find((room) => hasWords(wordsOf(room), search));
    if (found) open(found);
  });
  return (
    <Command
      label={roomWords.goTo}
      className={styles.command}
      loop
      filter={(_, wanted, keywords) => Number(hasWords(keywords?.join(' ') ?? '', wanted))}
      value={isChosen ? chosen : ''}
      onValueChange={setChosen}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setMoved(true);
        if (event.key !== 'Enter' || hasMoved || search === '' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        setEntered(true);
      }}
    >
      <Command.Input
        autoFocus
        className={styles.input}
        placeholder={`${roomWords.goTo}…`}
        value={search}
        onValueChange={(text) => {
          setSearch(text);
          setMoved(false);
          setEntered(false);
        }}
      />
      <Command.List className={styles.list}>
        <Command.Empty className={styles.none}>{roomWords.noneFound}</Command.Empty>
        {rooms?.map((room) => (
          <Command.Item
            key={room.conversationId}
            value={room.conversationId}
            keywords={[wordsOf(room)]}
            className={styles.item}
            onSelect={() => open(room)}
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

function wordsOf(room: Conversation): string {
  return `${roomTitle(room)} ${roomMembers(room)}`;
}

/** Whether each word that was typed is in the text. */
function hasWords(text: string, typed: string): boolean {
  const lower = text.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
