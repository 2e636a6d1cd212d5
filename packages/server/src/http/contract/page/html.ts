/** Markup that is safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

/**
 * Values allowed in a template: text (which is escaped), markup, and lists of both. Null and undefined give nothing.
 */
export type Content = Html | string | number | null | undefined | readonly Content[];

/**
 * Builds markup from a template. Escapes text values.
 *
 * @example html`<p>${'a < b'}</p>`.text // '<p>a &lt; b</p>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${markupOf(values[index - 1])}${part}`));
}

/** Returns a sentence as markup, with words in backticks as code. */
export function prose(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

/** Returns text as paragraphs of prose; blank lines separate them. */
export function paragraphs(text: string): Html {
  return html`${text.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}`;
}

function markupOf(content: Content): string {
  if (content === null || content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(markupOf).join('');
  return String(content).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
