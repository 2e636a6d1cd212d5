/** The first paragraph of a page on one line, as it is written. */
export function firstParagraph(markdown: string): string {
  const [, rest = ''] = markdown.split(/^# .*$/m);
  const paragraph = rest.split(/\n{2,}/).find((part) => /^[\w`*[“"]/.test(part.trim())) ?? '';
  return paragraph.trim().replaceAll(/\s*\n\s*/g, ' ');
}

/** Markdown without its marks: the words that a description or a search shows. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|`|~~)/g, '')
    .replaceAll(/(^|\s)_([^_]+)_(?=\W|$)/g, '$1$2')
    .replaceAll(/\\([|*_])/g, '$1')
    .trim();
}
