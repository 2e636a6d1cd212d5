/** Markup that is safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: text, which is escaped, markup, and lists of both. Null and undefined are nothing. */
export type Content = Html | string | number | null | undefined | readonly Content[];

/**
 * Makes markup of a template.
 *
 * @example html`<p>${'a < b'}</p>`.text // '<p>a &lt; b</p>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => `${text}${markupOf(values[index - 1])}${part}`));
}

/** A sentence whose words in backticks are code. */
export function prose(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
  return html`${parts}`;
}

function markupOf(content: Content): string {
  if (content === null || content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(markupOf).join('');
  return String(content).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
