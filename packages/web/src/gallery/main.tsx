import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/like-react.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { AskCards } from './ask-cards.tsx';
import { BlockSamples } from './block-samples.tsx';
import styles from './gallery.module.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to render into.');

// Shows every block in every state on one page, for development. It is not part of the build.
createRoot(root).render(
  <StrictMode>
    <main className={styles.page}>
      <h1>Every block</h1>
      <BlockSamples />
      <AskCards />
    </main>
  </StrictMode>,
);
