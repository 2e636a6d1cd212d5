import MarkdownIt from 'markdown-it';
import { escapeHtml, highlight, languageNames } from './highlight.ts';
import { sequenceDiagram } from './sequence-diagram.ts';
import { slugger } from './slugs.ts';
import { stateDiagram } from './state-diagram.ts';

type Token = ReturnType<MarkdownIt['parse']>[number];
type Rules = MarkdownIt['renderer']['rules'];

/** A heading of a page, with what is said below it until the next, as words. */
export interface PagePart {
  readonly level: number;
  readonly id: string;
  readonly title: string;
  words: string;
}

/** What a page leads to and shows; where it leads is decided by whoever renders it. */
export interface PageResources {
  /** The address of what a link of the page names. */
  link(href: string): string;
  /** A picture that the page shows: its addresses, and its size in pixels of the page. */
  picture(source: string): Picture;
}

export interface Picture {
  readonly light: string;
  /** The same for dark pages, where there is one. */
  readonly dark: string | null;
  readonly width: number;
  readonly height: number;
}

export interface RenderedPage {
  readonly html: string;
  readonly parts: readonly PagePart[];
}

/** A page of Markdown as HTML, with its headings. */
export function renderMarkdown(markdown: string, resources: PageResources): RenderedPage {
  const reader = new MarkdownIt({ html: true, linkify: false });
  const tokens = reader.parse(markdown, {});
  const parts = addHeadings(tokens);
  reader.renderer.rules = { ...reader.renderer.rules, ...rulesFor(resources) };
  return { html: reader.renderer.render(tokens, reader.options, {}), parts };
}

/** Gives headings their ids, and gathers what stands below each. */
function addHeadings(tokens: readonly Token[]): PagePart[] {
  const slug = slugger();
  const parts: PagePart[] = [];
  tokens.forEach((token, index) => {
    const inline = tokens[index + 1];
    if (token.type === 'heading_open' && inline) {
      const title = wordsOf(inline);
      const part = { level: Number(token.tag.slice(1)), id: slug(title), title, words: '' };
      token.attrSet('id', part.id);
      parts.push(part);
    }
    const isHeading = tokens[index - 1]?.type === 'heading_open';
    const last = parts.at(-1);
    if (token.type === 'inline' && last && !isHeading) last.words += `${wordsOf(token)} `;
  });
  return parts;
}

function wordsOf({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : ['text', 'code_inline'].includes(type) ? content : ''))
    .join('');
}

function rulesFor({ link, picture }: PageResources): Rules {
  return {
    fence: (tokens, index) => fence(at(tokens, index)),
    html_block: (tokens, index) => comment(at(tokens, index).content),
    // A word in angle brackets is a word.
    html_inline: (tokens, index) => {
      const { content } = at(tokens, index);
      return content.startsWith('<!--') ? '' : escapeHtml(content);
    },
    link_open: (tokens, index, options, _env, self) => {
      const token = at(tokens, index);
      token.attrSet('href', link(token.attrGet('href') ?? ''));
      return self.renderToken(tokens, index, options);
    },
    image: (tokens, index) => image(at(tokens, index), picture),
    // A wide table scrolls by itself, and can be reached by the keyboard for it.
    table_open: () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n',
    table_close: () => '</table></div>\n',
    // A column without a name has no heading.
    th_open: (tokens, index, options, _env, self) => cell(tokens, index, 1) ?? self.renderToken(tokens, index, options),
    th_close: (tokens, index, options, _env, self) =>
      cell(tokens, index, -1) ?? self.renderToken(tokens, index, options),
    heading_close: (tokens, index, options, _env, self) => {
      const [open, inline] = [at(tokens, index - 2), at(tokens, index - 1)];
      const id = escapeHtml(open.attrGet('id') ?? '');
      const label = escapeHtml(`Link to ${wordsOf(inline)}`);
      const anchor = open.tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="${label}">#</a>`;
      return anchor + self.renderToken(tokens, index, options);
    },
  };
}

function at(tokens: readonly Token[], index: number): Token {
  const token = tokens[index];
  if (!token) throw new Error('A page ends in the middle of something.');
  return token;
}

function cell(tokens: readonly Token[], index: number, step: 1 | -1): string | undefined {
  return at(tokens, index + step).content === '' ? `<${step === -1 ? '/' : ''}td>` : undefined;
}

function fence({ info, content }: Token): string {
  const [language = '', file] = info.split(' ');
  if (language === 'sequence') return sequenceDiagram(content);
  if (language === 'states') return stateDiagram(content);
  const name = languageNames[language] ?? '';
  const caption = file === undefined ? '' : `<div class="file">${escapeHtml(file)}</div>`;
  const label = escapeHtml(file ?? (name || 'Code'));
  const code = `<pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(content, language)}</code></pre>`;
  return `<div class="code" data-language="${name}">${caption}${code}</div>\n`;
}

/** Samples between two comments are shown one at a time, by their language; all other comments are for whoever writes. */
function comment(content: string): string {
  const text = content.trim();
  if (!text.startsWith('<!--')) throw new Error(`A page holds HTML, which is not taken: ${text.slice(0, 80)}`);
  if (text === '<!-- tabs -->') return '<div class="tabs">\n';
  return text === '<!-- /tabs -->' ? '</div>\n' : '';
}

function image(token: Token, picture: PageResources['picture']): string {
  const { light, dark, width, height } = picture(token.attrGet('src') ?? '');
  const rest = `alt="${escapeHtml(token.content)}" width="${width}" height="${height}" loading="lazy" decoding="async"`;
  const only = dark === null ? '' : ' class="by-day"';
  const night = dark === null ? '' : `<img class="by-night" src="${dark}" ${rest} />`;
  return `<span class="picture"><img${only} src="${light}" ${rest} />${night}</span>`;
}
