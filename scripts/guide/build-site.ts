import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import type { BuiltPage, SiteFiles } from './built-page.ts';
import { compressFiles } from './compress-files.ts';
import { firstParagraph, plainWords } from './first-paragraph.ts';
import { expand } from './expand.ts';
import { layout, type SiteParts } from './layout.ts';
import { llmsFull, llmsIndex, markdownOf } from './llms.ts';
import { renderMarkdown } from './markdown.ts';
import { guidePages, movedPages } from './page-list.ts';
import { createResources } from './resources.ts';
import { searchEntries } from './search-entries.ts';
import { withTryLink } from './try-block.ts';

export interface SiteOptions {
  /** The root of the repository. */
  readonly root: string;
  /** The folder that is filled; what was in it is gone. */
  readonly out: string;
  /** What comes before every address, such as `/docs/guide`; empty where the site is all there is. */
  readonly base: string;
  /** Whether a Parley server serves it, so that there is an app and a contract to lead to. */
  readonly isServed: boolean;
  /** Whether compressed copies are put beside the files. */
  readonly compressed: boolean;
}

/** Builds the guide into a folder: pages, their Markdown, pictures, search, and what is there for language models. */
export async function buildSite(options: SiteOptions): Promise<void> {
  const files = await siteFiles(options);
  await rm(options.out, { recursive: true, force: true });
  for (const folder of new Set([...files.keys()].map(dirname)))
    await mkdir(join(options.out, folder), { recursive: true });
  await Promise.all([...files].map(([path, content]) => writeFile(join(options.out, path), content)));
  if (options.compressed) await compressFiles(options.out, files);
}

/** The files of the site, before anything is written. */
export async function siteFiles({ root, base, isServed }: SiteOptions): Promise<SiteFiles> {
  const files: SiteFiles = new Map();
  const keep = (name: string, content: string | Uint8Array) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const path = `assets/${name.replace(/(\.\w+)$/, `-${hash}$1`)}`;
    files.set(path, content);
    return `${base}/${path}`;
  };
  const read = await buildPages(root, base, keep);
  const pages = isServed ? await Promise.all(read.map((page) => withEditor(root, page))) : read;
  const client = await clientScripts(root);
  const parts: SiteParts = {
    base,
    isServed,
    style: keep('guide.css', await styleSheet(root)),
    theme: keep('theme.js', client('theme')),
    script: keep('guide.js', client('guide')),
    mark: keep('mark.svg', await readFile(join(root, 'packages/server/pages/mark.svg'))),
    search: keep('search.json', JSON.stringify(searchEntries(pages, base))),
  };
  for (const page of pages) {
    files.set(page.address === '' ? 'index.html' : `${page.address}/index.html`, layout(page, pages, parts));
    files.set(`${page.address === '' ? 'index' : page.address}.md`, markdownOf(page, base));
  }
  for (const [from, to] of Object.entries(movedPages)) {
    files.set(`${from}/index.html`, redirectTo(`${base}/${to}`));
    files.set(`${from}.md`, files.get(`${to}.md`) ?? '');
  }
  files.set('404.html', layout(notFound, pages, parts));
  files.set('llms.txt', llmsIndex(pages, base));
  files.set('llms-full.txt', llmsFull(pages, base));
  return files;
}

/** Where there is an app, its editor can be tried with the example of each block. */
async function withEditor(root: string, page: BuiltPage): Promise<BuiltPage> {
  return { ...page, html: await withTryLink(root, page.address, page.html) };
}

async function buildPages(
  root: string,
  base: string,
  keep: (name: string, content: Uint8Array) => string,
): Promise<BuiltPage[]> {
  return Promise.all(
    guidePages.map(async (page) => {
      const markdown = await expand(root, await readFile(join(root, page.source), 'utf8'));
      const { html, parts } = renderMarkdown(markdown, createResources({ root, base, source: page.source, keep }));
      const title = parts.find(({ level }) => level === 1)?.title ?? '';
      const description = shortened(plainWords(firstParagraph(markdown)));
      return { ...page, title, description, markdown, html, parts };
    }),
  );
}

/** Returns a page that leads to another address at once; a static host cannot answer a redirect. */
function redirectTo(address: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${address}"></head>
<body><p>This page moved to <a href="${address}">${address}</a>.</p></body>
</html>
`;
}

/** What stands at an address that is not there. */
const notFound: BuiltPage = {
  address: '404',
  source: '',
  title: 'There is no such page',
  description: 'The address leads to no page of the guide.',
  markdown: '',
  html: '<h1>There is no such page</h1><p>The address leads nowhere in the guide. Search for what you were after, or pick a page from the list.</p>',
  parts: [],
};

/** A description is one or two lines of what a search engine shows. */
function shortened(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, 200).replace(/\s+\S*$/, '')} …`;
}

async function clientScripts(root: string): Promise<(name: 'guide' | 'theme') => string> {
  const { outputFiles } = await build({
    entryPoints: ['guide', 'theme'].map((name) => join(root, `scripts/guide/client/${name}.ts`)),
    outdir: 'client',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  return (name) => outputFiles.find(({ path }) => path.endsWith(`${name}.js`))?.text ?? '';
}

/** The colours are the app's. */
async function styleSheet(root: string): Promise<string> {
  const sheets = ['packages/web/src/ui/tokens.css', 'scripts/guide/client/guide.css', 'scripts/guide/client/parts.css'];
  const texts = await Promise.all(sheets.map((path) => readFile(join(root, path), 'utf8')));
  const { outputFiles } = await build({
    stdin: { contents: texts.join('\n'), loader: 'css' },
    minify: true,
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
