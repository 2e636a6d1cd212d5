import type { SendableBlock } from '@parley/protocol';
import { toBlocks, type Content } from '../content.ts';

/** The draft that a delivery has shown and no reply has closed, so that code outside its handler can close it. */
export class OpenDraft {
  #blocks: readonly SendableBlock[] = [];
  #sending: Promise<unknown> = Promise.resolve();
  /** The number of streams that show it; each closes it. */
  streams = 0;

  /** Notes what a draft shows once it was sent. */
  shows(content: Content, sent: Promise<unknown>): void {
    const note = () => (this.#blocks = toBlocks(content, 'partial'));
    this.#sending = sent.then(note, () => undefined);
  }

  /** A reply has taken its place. */
  isClosed(): void {
    this.#blocks = [];
  }

  /** Sends it as it stands, as a reply. One of nothing but intents, which a reply may not hold, says what they say. */
  async close(send: (blocks: SendableBlock[]) => Promise<unknown>): Promise<void> {
    await this.#sending;
    const blocks = asReply(this.#blocks);
    this.#blocks = [];
    if (blocks.length > 0) await send(blocks).catch(() => undefined);
  }
}

function asReply(blocks: readonly SendableBlock[]): SendableBlock[] {
  const kept = blocks.filter(({ type }) => type !== 'intent');
  if (kept.length > 0) return kept;
  return blocks.flatMap((block) => (block.type === 'intent' ? [{ type: 'text', text: block.text }] : []));
}
