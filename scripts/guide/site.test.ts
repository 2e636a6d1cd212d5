import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { blockReasons, blockTypes, eventTypes, refusals, routes } from '@parley/protocol';
import { createProgram } from '../../packages/cli/src/program.ts';
import { settings } from '../../packages/server/src/platform/settings/config.ts';
import { siteFiles } from './build-site.ts';
import type { SiteFiles } from './built-page.ts';
import { guidePages, movedPages } from './page-list.ts';

const root = join(import.meta.dirname, '../..');
const base = '/some/where';
let files: SiteFiles;
let pages: Map<string, string>;

beforeAll(async () => {
  files = await siteFiles({ root, out: '', base, isServed: false, compressed: false });
  pages = new Map(
    guidePages.map(({ address }) => [
      address,
      String(files.get(address === '' ? 'index.html' : `${address}/index.html`)),
    ]),
  );
});

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const wordsOf = (html: string) => unescaped(html.replaceAll(/<[^>]+>/g, ''));
const valuesOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value]) => unescaped(value ?? ''));

describe('the guide', () => {
  it('gives every page a title and a description of its own', () => {
    const heads = [...pages].map(([address, html]) => ({
      address,
      title: valuesOf(html, /<title>(.*?)<\/title>/g)[0] ?? '',
      description: valuesOf(html, /<meta name="description" content="([^"]*)"/g)[0] ?? '',
    }));
    expect(heads.filter(({ title, description }) => title.length < 6 || description.length < 20)).toEqual([]);
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(heads.length);
    for (const html of pages.values()) expect(html.match(/<h1\b/g)).toHaveLength(1);
  });

  it('has every page of docs but those for whoever works on Parley itself', () => {
    const sources = new Set(guidePages.map(({ source }) => source));
    const others = readdirSync(join(root, 'docs'), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !sources.has(`docs/${entry.name}`))
      .map(({ name }) => name);
    expect(others.toSorted()).toEqual(['performance.md', 'python.md']);
    const own = readdirSync(join(root, 'docs/guide'), { recursive: true, encoding: 'utf8' });
    expect(own.filter((name) => name.endsWith('.md') && !sources.has(`docs/guide/${name}`))).toEqual([]);
  });

  it('leads from each block to the editor with its example, where there is an app', async () => {
    const served = await siteFiles({ root, out: '', base, isServed: true, compressed: false });
    for (const type of blockTypes) {
      const html = String(served.get(`blocks/${type}/index.html`));
      const [link = ''] = valuesOf(html, /href="\/agents\/playground#([^"]+)"/g);
      expect((JSON.parse(decodeURIComponent(link)) as { type: string }).type).toBe(type);
      expect(pages.get(`blocks/${type}`)).not.toContain('/agents/playground');
    }
  });

  it('leads from the address of a page that moved to a page', () => {
    for (const [from, to] of Object.entries(movedPages)) {
      expect(pages.has(from), from).toBe(false);
      expect(pages.has(to), to).toBe(true);
      expect(String(files.get(`${from}/index.html`)), from).toContain(`url=${base}/${to}"`);
      expect(files.get(`${from}.md`), from).toBe(files.get(`${to}.md`));
    }
  });

  it('has no link that leads nowhere, whether to a page, a part of one, a file or a source', () => {
    const idsOf = new Map([...pages].map(([address, html]) => [address, new Set(valuesOf(html, /\bid="([^"]+)"/g))]));
    const dead = [...pages].flatMap(([from, html]) =>
      valuesOf(html, /\b(?:href|src|data-search)="([^"]*)"/g)
        .filter((link) => !leads(link, from, idsOf))
        .map((link) => `${from}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  function leads(link: string, from: string, idsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
    const source = /^https:\/\/github\.com\/parley-platform\/parley\/blob\/main\/([^#]*)/.exec(link)?.[1];
    if (source !== undefined) return existsSync(join(root, source));
    if (/^https:\/\//.test(link)) return true;
    const [path = '', hash] = link.split('#');
    if (path !== '' && !path.startsWith(`${base}/`)) return false;
    const address = path === '' ? from : path.slice(base.length + 1);
    if (files.has(address) && address !== '') return true;
    return idsOf.has(address) && (hash === undefined || idsOf.get(address)?.has(decodeURIComponent(hash)) === true);
  }

  it('loads nothing from elsewhere, and has neither scripts nor styles inside of its pages', () => {
    for (const [path, content] of files) {
      if (!path.endsWith('.html')) continue;
      const html = String(content);
      expect(html, path).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|<iframe/);
      for (const address of valuesOf(html, /<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]*)"/g))
        expect(address, path).toMatch(/^\/some\/where\//);
    }
    expect(files.get([...files.keys()].find((path) => path.endsWith('.css')) ?? '')).not.toMatch(/url\(|@import/);
  });

  it('has a page for every type of block, with its fields, a picture in both themes and samples', () => {
    for (const type of blockTypes) {
      const html = pages.get(`blocks/${type}`) ?? '';
      expect(html, type).toContain('<h2 id="fields"');
      expect(html, type).toMatch(new RegExp(`assets/${type}-light-\\w+\\.webp`));
      expect(html, type).toMatch(new RegExp(`assets/${type}-dark-\\w+\\.webp`));
      expect(html, type).toContain(`${type}.json`);
    }
    const without = blockTypes.filter((type) => !pages.get(`blocks/${type}`)?.includes(`${type}.ts`));
    expect(without).toEqual(['approval_request', 'date_picker']);
  });

  it('names every refusal, reason, event, route, setting and verb where it belongs', () => {
    const words = (address: string) => wordsOf(pages.get(address) ?? '');
    const missing = (names: readonly string[], text: string) => names.filter((name) => !text.includes(name));
    expect(missing([...Object.keys(refusals), ...blockReasons], words('errors'))).toEqual([]);
    expect(missing(eventTypes, words('concepts'))).toEqual([]);
    expect(
      missing(
        settings.map(({ name }) => name),
        words('operate/running'),
      ),
    ).toEqual([]);
    const api = guidePages
      .filter(({ address }) => address.startsWith('reference/api/'))
      .map(({ address }) => words(address));
    const calls = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
    expect(missing(Object.keys(routes), api.join('\n'))).toEqual([]);
    expect(missing(calls, api.join('\n'))).toEqual([]);
    const verbs = createProgram().commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((inner) => `${command.name()} ${inner.name()}`),
    );
    expect(
      missing(
        verbs.map((verb) => `parley ${verb}`),
        words('cli'),
      ),
    ).toEqual([]);
  });

  it('lists every page for language models, whose Markdown is there, with its samples and without directives', () => {
    const index = String(files.get('llms.txt'));
    const listed = [...index.matchAll(/\]\(\/some\/where\/([^)]+)\)/g)].map(([, path]) => path ?? '');
    expect(listed).toHaveLength(guidePages.length);
    for (const path of listed) expect(files.has(path), path).toBe(true);
    const whole = String(files.get('llms-full.txt'));
    expect(whole).toContain('await agent.startRelay();');
    expect(whole).not.toMatch(/^<!-- (sample|block|tabs)/m);
  });

  it('finds a page by the words of its title first', async () => {
    const { find } = await import('./client/find.ts');
    const path = [...files.keys()].find((one) => /search-\w+\.json$/.test(one)) ?? '';
    const entries = JSON.parse(String(files.get(path))) as Parameters<typeof find>[0];
    const first = (query: string) => find(entries, query)[0]?.entry[2];
    expect(first('tool use')).toBe(`${base}/blocks/tool_use`);
    expect(first('lambda')).toBe(`${base}/guides/lambda`);
    const addresses = find(entries, 'PARLEY_RATE_LIMIT').map(({ entry }) => entry[2]);
    expect(addresses).toContain(`${base}/operate/running#settings`);
    expect(find(entries, 'zzyzx')).toEqual([]);
  });
});
