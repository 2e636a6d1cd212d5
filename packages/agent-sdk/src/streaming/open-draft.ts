import type { SendableBlock } from '@parley/protocol';
import { toBlocks, type Content } from '../content.ts';

/** The draft that a delivery has shown and that is still open, so that code outside its handler can close it. */
export class OpenDraft {
  #blocks: readonly SendableBlock[] = [];
  #settled: Promise<unknown> = Promise.resolve();
  /** The number of streams that show it; each closes it. */
  streams = 0;

  /** Notes what a draft shows once it was sent. */
  shows(content: Content, sent: Promise<unknown>): void {
    this.#after(sent, () => (this.#blocks = toBlocks(content, 'partial')));
  }

  /** Notes that a call makes the platform close it, once the call succeeds. */
  closedBy(sent: Promise<unknown>): void {
    this.#after(sent, () => (this.#blocks = []));
  }

  /** Sends it as it stands, as a reply. One of nothing but intents, which a reply may not hold, says what they say. */
  async close(send: (blocks: SendableBlock[]) => Promise<unknown>): Promise<void> {
    await this.#settled;
    const blocks = asReply(this.#blocks);
    this.#blocks = [];
    if (blocks.length > 0) await send(blocks).catch(() => undefined);
  }

  /** Notes follow the order of the calls, and `close` waits for them: a call that is under way may close the draft. */
  #after(sent: Promise<unknown>, note: () => void): void {
    const before = this.#settled;
    this.#settled = sent.then(
      () => before.then(note),
      () => before,
    );
  }
}

function asReply(blocks: readonly SendableBlock[]): SendableBlock[] {
  const kept = blocks.filter(({ type }) => type !== 'intent');
  if (kept.length > 0) return kept;
  return blocks.flatMap((block) => (block.type === 'intent' ? [{ type: 'text', text: block.text }] : []));
}
