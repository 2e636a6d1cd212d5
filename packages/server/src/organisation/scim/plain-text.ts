/** Returns whether a text holds neither control characters nor half a surrogate pair. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Surrogate}]/u.test(text);
}
