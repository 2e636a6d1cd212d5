import { useState } from 'react';
import { useBlockActions } from '../block-context.ts';
import { linkify } from '../linkify.tsx';
import { closeHalfOpen } from './half-open.ts';
import styles from './markdown.module.css';
import { MarkdownNode } from './markdown-node.tsx';
import { parseMarkdown } from './parse-markdown.ts';
import type { MarkdownPart } from './parse-markdown.ts';

/**
 * Renders the Markdown subset: paragraphs, emphasis, code, lists, quotes, headings, tables, breaks and https or mailto links. HTML is shown
 * as written and a picture as its description. A growing text is parsed and rendered only from its last piece on.
 */
export function MarkdownTree({ text }: { readonly text: string }) {
  const { isLive = false } = useBlockActions();
  const [read] = useState(createReader);
  const parts = read(isLive ? closeHalfOpen(text) : text);
  if (parts === null) {
    return (
      <p className={styles.plain} dir="auto">
        {linkify(text)}
      </p>
    );
  }
  return (
    <div className={styles.markdown}>
      {parts.map(({ node }, index) => (
        <MarkdownNode key={index} node={node} />
      ))}
    </div>
  );
}

/** Returns a function that parses a growing text and caches the finished pieces. */
function createReader(): (text: string) => readonly MarkdownPart[] | null {
  let lastText: string | null = null;
  let lastParts: readonly MarkdownPart[] | null = null;
  return (text) => {
    if (text !== lastText) {
      lastParts = parseMarkdown(text, lastParts ?? []);
      lastText = text;
    }
    return lastParts;
  };
}
