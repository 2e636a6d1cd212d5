import type { CommitDeliveries } from '../../engine/deliveries/delivery-work.ts';
import { tell, type Signal } from '../../platform/signals/signal.ts';
import type { CommitTranscripts } from '../conversations/transcript-work.ts';
import { TranscriptWriter, type TranscriptApp } from './transcript-writer.ts';

/**
 * Extends a unit of work by a transcript. The messages are written just before the commit, and their signals are
 * published together, in the place that the signals had reached at the last append.
 */
export function withTranscript(commit: CommitDeliveries, app: TranscriptApp): CommitTranscripts {
  return async (write, act) => {
    const writer = new TranscriptWriter(app);
    const result = await commit(async (work) => {
      const signals: Signal[] = [];
      let appendedAt = 0;
      const written = await write({
        ...work,
        tell: (userIds, type, payload) => void signals.push(tell(userIds, type, payload)),
        signal: (more) => void signals.push(...more),
        transcript: {
          lock: (conversationIds) => writer.lock(work.tx, conversationIds),
          conversation: (conversationId) => writer.conversation(conversationId),
          timeIn: (conversationId) => writer.timeIn(conversationId),
          append(message) {
            appendedAt = signals.length;
            return writer.append(message);
          },
          write: () => writer.write(work.tx),
        },
      });
      await writer.write(work.tx);
      work.signal(signals.toSpliced(appendedAt, 0, ...writer.signals()));
      return written;
    }, act);
    writer.committed();
    return result;
  };
}
