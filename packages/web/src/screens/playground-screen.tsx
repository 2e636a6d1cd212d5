import { useEffect, useState } from 'react';
import { Playground } from '../features/playground/playground.tsx';
import { startText } from '../features/playground/start-text.ts';
import { Link } from '../navigation/link.tsx';
import { pages, paths } from '../navigation/paths.ts';
import { playgroundWords as words } from '../words/playground.ts';
import styles from './playground-screen.module.css';

/** The editor for blocks, for authors of agents. Nobody needs to be signed in, and nothing is sent. */
export function PlaygroundScreen() {
  const [hash, setHash] = useState(window.location.hash);

  useEffect(() => {
    const read = () => setHash(window.location.hash);
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  return (
    <main className={styles.screen}>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <nav className={styles.links} aria-label={words.title}>
          <a href={pages.guideTo('blocks')}>{words.guide}</a>
          <Link to={paths.home}>{words.home}</Link>
        </nav>
        <p className={styles.what}>{words.what}</p>
      </header>
      <Playground key={hash} start={startText(hash)} />
    </main>
  );
}
