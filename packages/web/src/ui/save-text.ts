/** Offers a text as a file download. The file is made in the browser. */
export function saveText(text: string, filename: string, mime: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the file only after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
