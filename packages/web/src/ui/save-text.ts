/** Gives the reader a text as a file to save. It is made here and sent nowhere. */
export function saveText(text: string, filename: string, mime: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
