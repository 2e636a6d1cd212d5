export interface MarkedPiece {
  readonly text: string;
  readonly isHit: boolean;
}

/** A text in pieces, those that begin a word with what was searched for apart from the others. */
export function marked(text: string, query: string): MarkedPiece[] {
  const words = query.split(/\s+/u).filter(Boolean).map(escaped);
  if (words.length === 0) return [{ text, isHit: false }];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})`, 'giu');
  // Every other piece is what the group has caught.
  return text.split(pattern).map((piece, index) => ({ text: piece, isHit: index % 2 === 1 }));
}

const escaped = (word: string) => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, '\\$&');
