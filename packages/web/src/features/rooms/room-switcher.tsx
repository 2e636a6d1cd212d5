import { Command } from 'cmdk';
import { useEffect, useLayoutEffect, useState } from 'react';
import { findWords } from '../../words/find.ts';
import { placeWords } from '../../words/places.ts';
import { roomWords } from '../../words/rooms.ts';
import type { Openers } from './find/use-actions.ts';
import { useResults } from './find/use-results.tsx';
import type { Result } from './find/use-results.tsx';
import styles from './room-switcher.module.css';

/** Text typed before the switcher's code was loaded, and whether Enter followed. */
export interface TypedEarly {
  text: string;
  isEntered: boolean;
}

export interface RoomSwitcherProps {
  readonly typed: { readonly current: TypedEarly };
  readonly openers: Openers;
  readonly onClose: () => void;
}

/**
 * Finds a room, an action, an agent, a person or a message by a few letters. Selects nothing until the user types or moves with the keys.
 * Enter after typing goes to the first result, once the results are complete.
 */
export function RoomSwitcher({ typed, openers, onClose }: RoomSwitcherProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [isEntered, setEntered] = useState(false);
  const { groups, areRoomsRead, isSettled, isAll } = useResults(search, openers);
  // Read now, because from here on the switcher itself takes every key.
  useLayoutEffect(() => {
    setSearch(typed.current.text);
    setEntered(typed.current.isEntered);
  }, [typed]);
  const isChosen = hasMoved || search !== '';
  const choose = ({ run }: Result) => {
    onClose();
    run();
  };
  useEffect(() => {
    if (!isEntered || !areRoomsRead) return;
    const first = search === '' ? undefined : groups[0]?.results[0];
    if (!first && search !== '' && !isSettled) return;
    setEntered(false);
    if (first) choose(first);
  });
  return (
    <Command
      label={roomWords.goTo}
      className={styles.command}
      loop
      shouldFilter={false}
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
        placeholder={`${placeWords.palette}…`}
        value={search}
        onValueChange={(text) => {
          setSearch(text);
          setMoved(false);
          setEntered(false);
        }}
      />
      <Command.List className={styles.list}>
        {groups.map(({ title, results }) => (
          <Command.Group key={title} heading={title} className={styles.group}>
            {results.map((result) => (
              <Command.Item key={result.key} value={result.key} className={styles.item} onSelect={() => choose(result)}>
                {result.icon}
                <span className={styles.title}>{result.name}</span>
                <span className={styles.members}>{result.detail}</span>
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {groups.length === 0 && (
        <p role="status" className={styles.none}>
          {isSettled ? findWords[isAll ? 'nothing' : 'nothingYet'](search.trim()) : findWords.searching}
        </p>
      )}
    </Command>
  );
}
