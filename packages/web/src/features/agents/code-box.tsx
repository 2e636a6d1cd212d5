import { CopyButton } from '../../ui/copy-button.tsx';
import { snippetWords } from '../../words/agents.ts';
import styles from './issued-credential.module.css';

export interface CodeBoxProps {
  /** The name of the content, for the box and its copy button. */
  readonly name: string;
  readonly title: string;
  readonly code: string;
  /** The level of the heading: 3 below the title of a dialog. */
  readonly level?: 2 | 3;
}

/** Shows text to copy into a terminal or a file. It scrolls sideways, also by keyboard. */
export function CodeBox({ name, title, code, level = 3 }: CodeBoxProps) {
  const Heading = `h${level}` as const;
  return (
    <section className={styles.snippet} aria-label={title}>
      <div className={styles.snippetHead}>
        <Heading>{title}</Heading>
        <CopyButton text={code} label={snippetWords.copy(name.toLowerCase())} />
      </div>
      <pre tabIndex={0} role="region" aria-label={name}>
        <code>{code}</code>
      </pre>
    </section>
  );
}
