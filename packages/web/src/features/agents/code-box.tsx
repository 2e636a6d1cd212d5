import { CopyButton } from '../../ui/copy-button.tsx';
import { snippetWords } from '../../words/agents.ts';
import styles from './issued-credential.module.css';

export interface CodeBoxProps {
  /** The name of the content, for the box and its copy button. */
  readonly name: string;
  readonly title: string;
  readonly code: string;
}

/** Shows text to copy into a terminal or a file. It scrolls sideways, also by keyboard. */
export function CodeBox({ name, title, code }: CodeBoxProps) {
  return (
    <section className={styles.snippet} aria-label={title}>
      <div className={styles.snippetHead}>
        <h3>{title}</h3>
        <CopyButton text={code} label={snippetWords.copy(name.toLowerCase())} />
      </div>
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{code}</code>
      </pre>
    </section>
  );
}
