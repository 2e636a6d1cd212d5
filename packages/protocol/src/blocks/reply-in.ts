import type { ReplyMode } from './validate-blocks.ts';

/** A reply that a document holds. Its blocks are not checked. */
export interface ReplyIn {
  readonly blocks: unknown;
  readonly mode: ReplyMode;
  /** Turns a path of the reply, such as `/blocks/0/text`, into the place in the document. */
  readonly at: (path: string) => string;
}

/**
 * Finds the reply in what an author writes: a list of blocks, an object with `blocks` (`"partial": true` makes it a draft), or one block.
 * Anything else is taken for the list, which it is not.
 */
export function replyIn(document: unknown): ReplyIn {
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return { blocks: document, mode: 'final', at: (path) => path.replace(/^\/blocks/, '') };
  if ('blocks' in document) {
    const mode = 'partial' in document && document.partial === true ? 'partial' : 'final';
    return { blocks: document.blocks, mode, at: (path) => path };
  }
  return { blocks: [document], mode: 'final', at: (path) => path.replace(/^\/blocks(\/0)?/, '') };
}
