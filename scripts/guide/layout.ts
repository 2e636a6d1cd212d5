import type { BuiltPage } from './built-page.ts';
import { escapeHtml } from './highlight.ts';
import { guideSections, type GuideSection } from './page-list.ts';

/** Where the files are that every page loads, and where it leads. */
export interface SiteParts {
  readonly base: string;
  readonly isServed: boolean;
  readonly style: string;
  readonly theme: string;
  readonly script: string;
  readonly mark: string;
  readonly search: string;
}

/** A whole page: what is said on it, amid the list of all pages. It holds no script or style of its own. */
export function layout(page: BuiltPage, pages: readonly BuiltPage[], site: SiteParts): string {
  const title = page.address === '' ? 'Parley: the guide' : `${page.title} · Parley`;
  const index = pages.findIndex(({ address }) => address === page.address);
  const neighbours = [
    index > 0 ? neighbour(pages[index - 1], 'prev', 'Before', site) : '',
    index >= 0 ? neighbour(pages[index + 1], 'next', 'Next', site) : '',
  ].join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(page.description)}" />
<meta name="color-scheme" content="light dark" />
<link rel="icon" href="${site.mark}" type="image/svg+xml" />
<link rel="stylesheet" href="${site.style}" />
${page.address === '404' ? '' : `<link rel="alternate" type="text/markdown" href="${site.base}/${page.address || 'index'}.md" />`}
<script src="${site.theme}"></script>
<script src="${site.script}" data-search="${site.search}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
${header(site)}
<nav id="contents" class="contents" aria-label="Pages"><a class="close" href="#content">Close the list</a>
${guideSections.map((section) => sectionList(section, page, site)).join('\n')}
</nav>
<main id="content" tabindex="-1">
<article>
${page.html}</article>
${neighbours === '' ? '' : `<footer class="neighbours">${neighbours}</footer>`}
</main>
${onThisPage(page)}
</body>
</html>
`;
}

function header({ base, isServed, mark }: SiteParts): string {
  const outside = isServed ? '<a href="/">App</a> <a href="/docs">Contract</a>' : '';
  return `<header class="bar">
<a class="brand" href="${base}/"><img src="${mark}" alt="" width="26" height="26" />Parley <span>guide</span></a>
<a class="open" href="#contents">Pages</a>
<search hidden><label class="hidden" for="words">Search the guide</label>
<input id="words" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" />
<div id="found" class="found" hidden><p id="count" role="status"></p><ul id="hits"></ul></div></search>
<div class="ways">${outside} <button id="theme" type="button" hidden><span aria-hidden="true">◐</span> <span id="theme-name">Theme</span></button></div>
</header>`;
}

function sectionList({ title, pages, isLong }: GuideSection, page: BuiltPage, { base }: SiteParts): string {
  const items = pages.map(({ address, label, source }) => {
    const current = address === page.address ? ' aria-current="page"' : '';
    return `<li><a href="${base}/${address}"${current}>${escapeHtml(label ?? nameOf(source))}</a></li>`;
  });
  const isOpen = !isLong || pages.some(({ address }) => address === page.address);
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
}

/** A page without a label is called as its file. */
function nameOf(source: string): string {
  const name = source.split('/').at(-1)?.replace('.md', '').replaceAll('-', ' ') ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function onThisPage({ parts }: BuiltPage): string {
  const [large, small] = [2, 3].map((level) => parts.filter((part) => part.level === level).length);
  // A page of few chapters and many names is read by its names.
  const deepest = Number(large) <= 6 && Number(small) > 10 ? 3 : 2;
  const listed = parts.filter(({ level }) => level === 2 || level === deepest);
  if (listed.length < 2) return '';
  const items = listed.map(({ id, title, level }) => {
    const inner = level === 3 ? ' class="inner"' : '';
    return `<li${inner}><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`;
  });
  return `<aside class="within" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></aside>`;
}

function neighbour(page: BuiltPage | undefined, rel: 'prev' | 'next', word: string, { base }: SiteParts): string {
  if (!page) return '';
  return `<a rel="${rel}" class="${rel}" href="${base}/${page.address}"><span>${word}</span> ${escapeHtml(page.label ?? page.title)}</a>`;
}
