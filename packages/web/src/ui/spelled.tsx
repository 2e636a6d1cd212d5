import { Fragment } from 'react';
import styles from './spelled.module.css';
import { labelOf, spellText } from './spelled-text.ts';

interface SpelledProps {
  readonly text: string;
  /** Whether a line break also starts a new line, after its code. */
  readonly lines?: boolean;
}

/** Shows untrusted text with every character visible: invisible characters and direction controls appear as their codes. */
export function Spelled({ text, lines = false }: SpelledProps) {
  return (
    <>
      {spellText(text).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <Fragment key={index}>
            <span className={styles.code} dir="ltr">
              {labelOf(part)}
            </span>
            {lines && part.endsLine && <br />}
          </Fragment>
        ),
      )}
    </>
  );
}
