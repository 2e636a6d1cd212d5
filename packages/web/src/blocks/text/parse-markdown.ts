import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

/** One top-level piece of a text, such as a paragraph, list or table, with its source. */
export interface MarkdownPart {
  readonly source: string;
  readonly node: RootContent;
}

/** The contract's 10,000 code points are at most this many UTF-16 units. */
const longest = 20_000;
/** A text with more marks is not meaningful markup, and would take long to parse. */
const mostMarks = 4_000;
/** The maximum number of quotes and lists that open on one line. */
const mostOpened = 16;
const opensMany = new RegExp(`^[ \\t]*(?:(?:>|[-*+](?=\\s)|\\d{1,9}[.)](?=\\s))[ \\t]*){${mostOpened + 1}}`, 'mu');
const mark = /[[\]*_~`|<>!\\]/gu;

const dialect = {
  extensions: [
    // HTML is shown as text, and a link has its address inline.
    { disable: { null: ['htmlFlow', 'htmlText', 'definition'] } },
    gfmTable(),
    gfmStrikethrough(),
    gfmTaskListItem(),
  ],
  mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTaskListItemFromMarkdown()],
};

/**
 * Returns the pieces of a text in the Markdown subset; null if the text is too long, too deep or mostly marks, and is better shown
 * unchanged. For a grown text, the earlier pieces are the same objects as in `before`; only the rest is parsed.
 */
export function parseMarkdown(text: string, before: readonly MarkdownPart[] = []): readonly MarkdownPart[] | null {
  if (text.length > longest || opensMany.test(text) || (text.match(mark)?.length ?? 0) > mostMarks) return null;
  const kept: MarkdownPart[] = [];
  let end = 0;
  // New text may still change the last piece; the earlier ones are final.
  for (const part of before.slice(0, -1)) {
    if (!text.startsWith(part.source, end)) break;
    kept.push(part);
    end += part.source.length;
  }
  return [...kept, ...partsOf(text.slice(end))];
}

function partsOf(text: string): MarkdownPart[] {
  const root: Root = fromMarkdown(text, dialect);
  let start = 0;
  return root.children.map((node) => {
    const end = node.position?.end.offset ?? text.length;
    const source = text.slice(start, end);
    start = end;
    return { source, node };
  });
}
