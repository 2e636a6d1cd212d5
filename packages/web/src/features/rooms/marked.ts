export interface MarkedPiece {
  readonly text: string;
  readonly isHit: boolean;
}

/** Splits a text into pieces and marks the pieces that match the beginning of a word with a searched word. */
export function marked(text: string, query: string): MarkedPiece[] {
  const words = query.split(/\s+/u).filter(Boolean).map(escaped);
  if (words.length === 0) return [{ text, isHit: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');
  // Every second piece is a match of the group.
  return text.split(pattern).map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }));
}

const escaped = (word: string) => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
