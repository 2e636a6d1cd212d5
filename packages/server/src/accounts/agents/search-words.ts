/**
 * Returns the words of a search: runs of letters and digits, lower case, at most 100. Handles match by their parts too.
 */
export function searchWords(query: string): string[] {
  return (
    query
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 100);
}
