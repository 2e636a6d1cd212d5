import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from './highlight.ts';

/** Puts a link to the app's editor for blocks, with the page's own example in it, below the samples of a page about a block. */
export async function withTryLink(root: string, address: string, html: string): Promise<string> {
  const [, type] = /^blocks\/(\w+)$/.exec(address) ?? [];
  if (type === undefined) return html;
  const example = await readFile(join(root, `examples/guide/blocks/${type}.json`), 'utf8');
  const href = escapeHtml(`/agents/playground#${encodeURIComponent(example.trim())}`);
  return html.replace(
    '<h2 id="fields"',
    `<p class="try"><a href="${href}">Edit this block and see it drawn</a></p>\n$&`,
  );
}
