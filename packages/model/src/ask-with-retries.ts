import type { ModelMessage } from 'ai';
import { askModel, type Answered, type Request } from './ask-model.ts';
import { ModelFailure } from './failures.ts';
import type { Seat } from './seat.ts';

const tries = 3;
const firstPauseMs = 1000;
/** A longer Retry-After is said in the room instead of waited for. */
const longestPauseMs = 30_000;

/**
 * Makes a request, and makes it again after a passing failure, as long as nothing of its answer was shown. If the model cannot read it all,
 * older messages are left out, the oldest half of `older` at a time.
 */
export async function* askWithRetries(
  seat: Seat,
  request: Omit<Request, 'messages'> & { readonly older: ModelMessage[]; readonly whole: () => ModelMessage[] },
): AsyncGenerator<string, Answered> {
  const { older, whole, ...rest } = request;
  for (let attempt = 1; ; attempt += 1) {
    let isShown = false;
    const answer = askModel(seat, { ...rest, messages: whole() });
    try {
      for (;;) {
        const step = await answer.next();
        if (step.done) return step.value;
        isShown = true;
        yield step.value;
      }
    } catch (error) {
      if (!(error instanceof ModelFailure) || isShown) throw error;
      if (error.kind === 'context_too_long' && older.length > 0) {
        older.splice(0, Math.ceil(older.length / 2));
        attempt -= 1;
        continue;
      }
      const pauseMs = Math.max(firstPauseMs * 3 ** (attempt - 1), error.retryAfterMs ?? 0);
      if (!error.isRetryable || attempt >= tries || pauseMs > longestPauseMs) throw error;
      seat.log('warn', 'Asks the model again.', { attempt, pauseMs, reason: error.message });
      await seat.clock.sleep(pauseMs, request.signal);
      request.signal.throwIfAborted();
    } finally {
      await answer.return(undefined as never);
    }
  }
}
