import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { codeWords as words } from '../../words/code.ts';
import styles from './code-block.module.css';
import type { CodeToken } from './highlight.ts';
import { CodeTokens } from './code-tokens.tsx';

/** Longer code is folded to the number of lines below. */
const mostLines = 24;
const shownLines = 16;
/** Highlighting longer code would be noticeably slow. */
const mostHighlighted = 12_000;

/** Characters that make code look different from how it runs. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/gu;

interface CodeBlockProps {
  readonly text: string;
  /** The language named by the fence; null if it names none. */
  readonly language: string | null;
}

/** Shows fenced code: its language, a copy button, colours if the language is known, and a fold if it is long. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const [isOpen, setOpen] = useState(false);
  const lines = text.split('\n');
  const isLong = lines.length > mostLines;
  const shown = (isLong && !isOpen ? lines.slice(0, shownLines).join('\n') : text).replaceAll(bidiControls, codePoint);
  const tokens = useTokens(shown, language);
  return (
    <figure className={styles.block} aria-label={language === null ? words.code : words.codeIn(language)}>
      <figcaption className={styles.head}>
        <span className={styles.language}>{language ?? words.code}</span>
        <CopyButton text={text} label={words.copy} look="quiet" />
      </figcaption>
      <pre
        className={classNames(isLong && !isOpen && styles.folded)}
        tabIndex={0}
        role="region"
        aria-label={words.code}
        dir="ltr"
      >
        <code>{tokens ? <CodeTokens tokens={tokens} /> : shown}</code>
      </pre>
      {isLong && (
        <Button look="quiet" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.less : words.all(lines.length)}
        </Button>
      )}
    </figure>
  );
}

/** Returns the highlighted code; null until the highlighter is loaded, and for an unknown language. */
function useTokens(text: string, language: string | null): readonly CodeToken[] | null {
  const [found, setFound] = useState<{ readonly of: string; readonly tokens: readonly CodeToken[] | null } | null>(
    null,
  );

  useEffect(() => {
    if (language === null || text.length > mostHighlighted) return;
    let isWanted = true;
    import('./highlight.ts').then(
      ({ highlight }) => isWanted && setFound({ of: text, tokens: highlight(text, language) }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [text, language]);

  return found?.of === text ? found.tokens : null;
}

const codePoint = (character: string) => `[U+${character.codePointAt(0)?.toString(16).toUpperCase()}]`;
