import type { ListItem, Nodes, Parents, Table } from 'mdast';
import { Square, SquareCheck } from 'lucide-react';
import { Fragment, memo } from 'react';
import type { ReactNode } from 'react';
import { Hidden } from '../../ui/hidden.tsx';
import { codeWords } from '../../words/code.ts';
import { linkify } from '../linkify.tsx';
import { CodeBlock } from './code-block.tsx';
import { OutsideLink } from './links.tsx';
import styles from './markdown.module.css';

/** Deeper nesting is shown as plain text. */
const deepest = 12;

/** Renders a Markdown node with its children. Renders again only when the node object changes. */
export const MarkdownNode = memo(function MarkdownNode({ node }: { readonly node: Nodes }) {
  return renderNode(node, 1);
});

function renderChildren(node: Parents, depth: number): ReactNode[] {
  return node.children.map((child, index) => <Fragment key={index}>{renderNode(child, depth + 1)}</Fragment>);
}

function renderNode(node: Nodes, depth: number): ReactNode {
  if (depth > deepest) return plainText(node);
  const inner = 'children' in node && node.type !== 'table' ? renderChildren(node, depth) : null;
  switch (node.type) {
    case 'paragraph':
      return <p dir="auto">{inner}</p>;
    case 'heading':
      return node.depth <= 2 ? <h4 dir="auto">{inner}</h4> : <h5 dir="auto">{inner}</h5>;
    case 'emphasis':
      return <em>{inner}</em>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'delete':
      return <del>{inner}</del>;
    case 'inlineCode':
      return <code dir="auto">{node.value}</code>;
    case 'code':
      return <CodeBlock text={node.value} language={node.lang ?? null} />;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{inner}</ol> : <ul>{inner}</ul>;
    case 'listItem':
      return <Item item={node}>{inner}</Item>;
    case 'blockquote':
      return <blockquote dir="auto">{inner}</blockquote>;
    case 'table':
      return <TextGrid table={node} depth={depth} />;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'link':
      return <OutsideLink href={node.url}>{plainText(node)}</OutsideLink>;
    case 'text':
      return linkify(node.value);
    default:
      return inner ?? plainText(node);
  }
}

function Item({ item, children }: { readonly item: ListItem; readonly children: ReactNode }) {
  if (typeof item.checked !== 'boolean') return <li dir="auto">{children}</li>;
  const Box = item.checked ? SquareCheck : Square;
  return (
    <li className={styles.task} dir="auto">
      <Box size={16} aria-hidden />
      <div>
        <Hidden>{item.checked ? codeWords.ticked : codeWords.unticked} </Hidden>
        {children}
      </div>
    </li>
  );
}

/** Shows a table that scrolls sideways and can be focused, so that it can be scrolled by keyboard. */
function TextGrid({ table, depth }: { readonly table: Table; readonly depth: number }) {
  const [head, ...rows] = table.children;
  const cells = (row: Table['children'][number] | undefined, Cell: 'th' | 'td') =>
    row?.children.map((cell, column) => (
      <Cell key={column} dir="auto" data-align={table.align?.[column] ?? undefined}>
        {renderChildren(cell, depth + 2)}
      </Cell>
    ));
  return (
    <div className={styles.grid} tabIndex={0} role="region" aria-label={codeWords.table}>
      <table>
        <thead>
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function plainText(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}
