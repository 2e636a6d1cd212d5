import type { SendableBlock } from '@parley/protocol';
import type { Clock } from '../clock.ts';
import { NetworkError, RefusedError, isTransient, refusedLocally } from '../errors.ts';
import type { StreamPiece } from './draft.ts';
import { Draft } from './draft.ts';
import { LatestWins } from './latest-wins.ts';

/** At most 8 drafts a second. */
const intervalMs = 125;
/** The wait after a draft was lost. */
const pauseMs = 1000;

interface StreamParts<Answer> {
  readonly sendPartial: (blocks: SendableBlock[]) => Promise<unknown>;
  readonly sendFinal: (blocks: SendableBlock[]) => Promise<Answer>;
  readonly clock: Clock;
  /** Ends the stream: nothing more of the source is shown, and its reason is thrown. */
  readonly signal: AbortSignal;
  /** Gets what was shown until then. */
  readonly closeEarly: (blocks: SendableBlock[]) => Promise<unknown>;
}

/**
 * Shows a reply while it is being made: sends the draft at most 8 times a second, one at a time, and the whole as a
 * final reply once the source ends. A draft that is lost on the way does not matter, since the next holds all of it.
 *
 * @throws What the source throws, the refusal of a draft or of the final reply, or a RefusedError with the reason `empty_stream`
 * where the source yielded nothing that can be sent. The draft then stays open until it is closed by whoever called.
 */
export async function streamReply<Answer>(
  source: AsyncIterable<StreamPiece>,
  parts: StreamParts<Answer>,
): Promise<Answer> {
  const draft = new Draft();
  const drafts = new LatestWins({
    send: async () => {
      await parts.sendPartial(draft.partialBlocks());
    },
    isPassing,
    intervalMs,
    pauseMs,
    clock: parts.clock,
  });
  try {
    for await (const piece of until(parts.signal, source)) {
      draft.add(piece);
      if (draft.partialBlocks().length > 0) drafts.changed();
    }
  } catch (error) {
    await drafts.finish();
    if (parts.signal.aborted) await parts.closeEarly(draft.finalBlocks());
    throw error;
  } finally {
    await drafts.finish();
  }
  const blocks = draft.finalBlocks();
  if (blocks.length === 0) throw emptyStream(draft);
  return parts.sendFinal(blocks);
}

/** Named here, since what a final reply without blocks is refused with does not say where they went. */
function emptyStream(draft: Draft): RefusedError {
  const hadIntents = draft.partialBlocks().length > 0;
  return refusedLocally({
    code: 'malformed_request',
    path: '/blocks',
    reason: 'empty_stream',
    message: hadIntents
      ? 'The stream ended with nothing but intent blocks, which a final reply may not hold.'
      : 'The stream ended without a single text or block, so there is nothing to send.',
    hint: 'Check what the source yields; where there is nothing to say, do not stream.',
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof RefusedError && isTransient(error.status));
}

/** The pieces of a source until a signal aborts, whether or not the source looks at it. */
async function* until<Piece>(signal: AbortSignal, source: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const pieces = source[Symbol.asyncIterator]();
  let end = () => undefined as void;
  const aborted = new Promise<never>((_resolve, reject) => {
    end = () => reject(signal.reason as Error);
  });
  aborted.catch(() => undefined);
  signal.addEventListener('abort', end);
  let isOver = false;
  try {
    while (!isOver) {
      signal.throwIfAborted();
      const step = await Promise.race([pieces.next(), aborted]);
      if (step.done === true) isOver = true;
      else yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', end);
    // A source that is stuck is not waited for.
    if (!isOver) pieces.return?.().catch(() => undefined);
  }
}
