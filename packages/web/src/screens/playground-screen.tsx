import { isId } from '@parley/protocol';
import { Suspense, useEffect, useState } from 'react';
import { Playground } from '../features/playground/playground.tsx';
import { startText } from '../features/playground/start-text.ts';
import { Link } from '../navigation/link.tsx';
import { pages, paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { Part } from '../ui/part.tsx';
import { useTitle } from '../ui/use-title.ts';
import { playgroundWords as words } from '../words/playground.ts';
import { lazyScreen } from './lazy-screen.ts';
import styles from './playground-screen.module.css';
import type { SendToRoom } from './playground-room.tsx';

const PlaygroundRoom = lazyScreen(() => import('./playground-room.tsx'), 'PlaygroundRoom');

/**
 * The editor for blocks, for authors of agents. Nobody needs to be signed in, and nothing is sent. If the address names a room of the person,
 * the room is beside the editor, which can send to it.
 */
export function PlaygroundScreen() {
  const [hash, setHash] = useState(window.location.hash);
  const room = usePlace().search.get('room');
  const [toRoom, setToRoom] = useState<SendToRoom | null>(null);
  useTitle(words.title);

  useEffect(() => {
    const read = () => setHash(window.location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  return (
    <main className={styles.screen} data-beside={toRoom !== null || undefined}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <nav className={styles.links} aria-label={words.title}>
          <a href={pages.guideTo('blocks')}>{words.guide}</a>
          <Link to={paths.home}>{words.home}</Link>
        </nav>
        <p className={styles.what}>{words.what}</p>
      </header>
      <div className={styles.beside}>
        <Playground key={hash} start={startText(hash)} onSend={toRoom && toRoom.send} />
        {isId('conversation', room) && (
          <Part onFail={() => undefined}>
            <Suspense>
              <PlaygroundRoom key={room} id={room} onReady={setToRoom} />
            </Suspense>
          </Part>
        )}
      </div>
    </main>
  );
}
