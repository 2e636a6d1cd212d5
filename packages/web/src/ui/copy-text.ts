/** Writes a text to the clipboard. Over plain http, browsers have no clipboard API, so it copies a selection instead. */
export async function copyText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  const before = document.activeElement;
  document.body.append(field);
  field.select();

  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isCopied) throw new Error('The browser does not copy here.');
}
