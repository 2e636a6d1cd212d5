import type { Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

/** One paragraph, list, table or other piece at the top of a text, with what it was made from. */
export interface MarkdownPart {
  readonly source: string;
  readonly node: RootContent;
}

/** The contract's 10,000 characters are never longer than this; anything longer is not from an agent. */
const longest = 20_000;
/** With more marks than this a text says nothing by them, and the parser would take long. */
const mostMarks = 4_000;
/** Quotes and lists that open on one line. */
const mostOpened = 16;
const opensMany = new RegExp(`^[ \\t]*(?:(?:>|[-*+](?=\\s)|\\d{1,9}[.)](?=\\s))[ \\t]*){${mostOpened + 1}}`, 'mu');
const mark = /[[\]*_~`|<>!\\]/gu;

const dialect = {
  extensions: [
    // Markup is text here, and a link says where it leads at the place where it stands.
    { disable: { null: ['htmlFlow', 'htmlText', 'definition'] } },
    gfmTable(),
    gfmStrikethrough(),
    gfmTaskListItem(),
  ],
  mdastExtensions: [gfmTableFromMarkdown(), gfmStrikethroughFromMarkdown(), gfmTaskListItemFromMarkdown()],
};

/**
 * The pieces of a text in the Markdown subset, or null where it is better shown as it stands: too long, too deep or little but marks.
 * Of a text that grew, the pieces before its end are those given as `before`, the very same objects; only the rest is parsed.
 */
export function parseMarkdown(text: string, before: readonly MarkdownPart[] = []): readonly MarkdownPart[] | null {
  if (text.length > longest || opensMany.test(text) || (text.match(mark)?.length ?? 0) > mostMarks) return null;
  const kept: MarkdownPart[] = [];
  let end = 0;
  // What stands behind the last piece may still change it; those before are closed.
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
