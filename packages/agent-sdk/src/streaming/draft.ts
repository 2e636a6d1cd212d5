import type { SendableBlock } from '@parley/protocol';

/** One step of a streamed reply: text that continues the text before it, or whole blocks. */
export type StreamPiece = string | SendableBlock | readonly SendableBlock[];

const textCharacters = 10_000;

/** The reply as it stands so far. */
export class Draft {
  readonly #blocks: SendableBlock[] = [];
  /** The text block that is still growing, and its characters (code points). */
  #open: { text: string; characters: number; readonly at: number } | null = null;

  /** Adds a piece. Text continues the text before it, over several blocks where it is longer than one holds. */
  add(piece: StreamPiece): void {
    if (typeof piece === 'string') return this.#addText(piece);
    this.#open = null;
    if (isList(piece)) this.#blocks.push(...piece);
    else this.#blocks.push(piece);
  }

  /** The blocks to show meanwhile: all but those that only a final reply may hold. */
  partialBlocks(): SendableBlock[] {
    return this.#blocks.filter(({ type }) => type !== 'chart' && type !== 'needs_human');
  }

  /** The blocks of the final reply: all but intents, which only a partial reply may hold. */
  finalBlocks(): SendableBlock[] {
    return this.#blocks.filter(({ type }) => type !== 'intent');
  }

  #addText(piece: string): void {
    for (const part of cut(piece, textCharacters - (this.#open?.characters ?? 0))) {
      if (this.#open === null || this.#open.characters >= textCharacters) {
        this.#open = { text: '', characters: 0, at: this.#blocks.length };
      }
      const open = this.#open;
      open.text += part.text;
      open.characters += part.characters;
      this.#blocks[open.at] = { type: 'text', text: open.text };
    }
  }
}

/** Cuts a text into parts: the first of at most `room` characters, the others of at most a whole block. */
function* cut(text: string, room: number): Generator<{ text: string; characters: number }> {
  const characters = Array.from(text);
  for (let from = 0, size = room; from < characters.length; from += size, size = textCharacters) {
    const part = characters.slice(from, from + size);
    if (part.length > 0) yield { text: part.join(''), characters: part.length };
  }
}

function isList(piece: SendableBlock | readonly SendableBlock[]): piece is readonly SendableBlock[] {
  return Array.isArray(piece);
}
