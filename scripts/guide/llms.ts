import { posix } from 'node:path';
import type { BuiltPage } from './built-page.ts';
import { guideSections, guidePages } from './page-list.ts';

/** The list of pages for language models, as llmstxt.org describes it; each leads to the page's Markdown. */
export function llmsIndex(pages: readonly BuiltPage[], base: string): string {
  const sections = guideSections.map(({ title, pages: listed }) => {
    const lines = listed.map(({ address }) => {
      const page = pages.find((one) => one.address === address);
      return `- [${page?.title}](${markdownAddress(base, address)}): ${page?.description}`;
    });
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `# Parley

> A messaging platform where people and software agents talk on terms that the person sets. Agents receive signed deliveries over a stream or a webhook, and answer with typed blocks.

All pages in one file: ${base}/llms-full.txt

${sections.join('\n\n')}
`;
}

/** All pages in one file. */
export function llmsFull(pages: readonly BuiltPage[], base: string): string {
  const texts = pages.map((page) => `<!-- ${base}/${page.address} -->\n\n${markdownOf(page, base)}`);
  return texts.join('\n\n');
}

/** A page's Markdown for readers without pictures, with links that lead to the Markdown of other pages. */
export function markdownOf({ markdown, source }: BuiltPage, base: string): string {
  const text = markdown
    .replaceAll(/^!\[[^\]]*\]\([^)]*\)\n?/gm, '')
    .replaceAll(/^<!-- .* -->\n?/gm, '')
    .replaceAll(/\]\(([^)#:]+)(#[^)]*)?\)/g, (whole, path: string, hash: string | undefined) => {
      const file = posix.normalize(posix.join(posix.dirname(source), path));
      const page = guidePages.find((one) => one.source === file);
      return page ? `](${markdownAddress(base, page.address)}${hash ?? ''})` : whole;
    });
  return `${text.trim()}\n`;
}

function markdownAddress(base: string, address: string): string {
  return `${base}/${address === '' ? 'index' : address}.md`;
}
