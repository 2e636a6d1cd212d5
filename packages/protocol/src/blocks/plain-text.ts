import { oneLine } from './characters.ts';
import { blockDefinition, type ReadBlock } from './registry.ts';

/** Default length of a preview, in characters; the plain-text form of one block may be far longer. */
const previewCharacters = 200;

/**
 * Returns blocks as one line of plain text, for previews and notifications: at most `maxCharacters` (200) Unicode code points,
 * white space collapsed, cut with `…`. Mentions the agent's reported inner work only if the message has no other block.
 *
 * @example blocksAsText([{ type: 'text', text: 'Done:\n**3** files' }]) // 'Done: 3 files'
 */
export function blocksAsText(blocks: readonly ReadBlock[], maxCharacters = previewCharacters): string {
  const shown = blocks.filter(({ type }) => !blockDefinition(type).aside);
  let line = '';
  for (const block of shown.length > 0 ? shown : blocks) {
    line += (line && ' ') + oneLine(blockDefinition(block.type).text(block), maxCharacters + 1);
    if (line.length > 2 * maxCharacters) break;
  }
  return oneLine(line, maxCharacters);
}
