/**
 * Removes the marks of the Markdown subset from a text, for a one-line preview: headings, quotes, list bullets, emphasis, code
 * and links. It is not a parser: it leaves any other syntax unchanged.
 */
export function plainMarkdown(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|[-*+] |```.*$)/gm, '')
    .replaceAll(/!?\[([^\][]{1,500})\]\([^()\s]{1,2000}\)/g, '$1')
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^\n]{1,500}?\S?)\1/g, '$2')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*\n]{1,500})\*(?![\w*])/g, '$1');
}
