import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, memo } from 'react';
import type { ReactNode } from 'react';
import { OutsideLink, linkify } from './linkify.tsx';
import styles from './markdown.module.css';

/** Nesting below this is shown as plain text. */
const deepest = 12;

/**
 * Text in the Markdown subset: paragraphs, emphasis, code, lists, quotes, headings, breaks and https or mailto links. Markup
 * and pictures in it are never built: the one shows as it was written, the other as its description.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return <div className={styles.markdown}>{renderChildren(fromMarkdown(text), 0)}</div>;
});

function renderChildren(node: Parents, depth: number): ReactNode[] {
  return node.children.map((child, index) => <Fragment key={index}>{renderNode(child, depth + 1)}</Fragment>);
}

function renderNode(node: Nodes, depth: number): ReactNode {
  if (depth > deepest) return plainText(node);
  const inner = 'children' in node ? renderChildren(node, depth) : null;
  switch (node.type) {
    case 'paragraph':
      return <p>{inner}</p>;
    case 'heading':
      return <p className={node.depth <= 2 ? styles.heading : styles.subheading}>{inner}</p>;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return <CodeBlock text={node.value} />;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case 'listItem':
      return <li>{inner}</li>;
    case 'blockquote':
      return <blockquote>{inner}</blockquote>;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <OutsideLink href={node.url}>{plainText(node)}</OutsideLink>;
    case 'text':
      return linkify(node.value);
    case 'definition':
      return null;
    default:
      return inner ?? plainText(node);
  }
}

/** A block of code scrolls sideways, so it can be reached and moved by keyboard. */
function CodeBlock({ text }: { readonly text: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label="Code">
      <code>{text}</code>
    </pre>
  );
}

function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}
