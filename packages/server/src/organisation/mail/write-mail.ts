import type { Mail } from './mail.ts';

/** Writes the two forms of a mail. The HTML has no pictures, styles or addresses of others; all of it is escaped. */
export function writeMail({ subject, paragraphs, link }: Mail): { readonly text: string; readonly html: string } {
  const lines = link === null ? paragraphs : [...paragraphs, `${link.label}:\n${link.url}`];
  const said = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`);
  const button =
    link === null
      ? []
      : [`<p><a href="${escaped(link.url)}">${escaped(link.label)}</a></p>`, `<p>${escaped(link.url)}</p>`];
  return {
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(subject)}</title></head><body>${[...said, ...button].join('')}</body></html>`,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
