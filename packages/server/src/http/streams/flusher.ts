/** An object that gathers data to write. */
export interface Flushable {
  flush(): void;
}

/** Schedules the flushes of streams. */
export interface Flusher {
  /** Schedules a flush of the stream. Call it again only after `flush`. */
  add(stream: Flushable): void;
}

/** Streams per slice. Writing a slice takes a tenth of a millisecond, nearly all of it in the operating system. */
const sliceLength = 16;
const restMsMax = 4;

/**
 * Creates a flusher. A few streams are flushed before the event loop's turn ends; many are flushed in rounds, one slice
 * per turn, so that a message to thousands does not block other work. Between rounds it pauses as long as the last
 * round took, at most `restMsMax`, so that frames arriving meanwhile share a write.
 */
export function createFlusher(): Flusher {
  let told: Flushable[] = [];
  let round: Flushable[] = [];
  let next: Flushable[] = [];
  let place = 0;
  let startedAt = 0;
  let isUnderWay = false;

  const endTurn = () => {
    const streams = told;
    told = [];
    if (streams.length <= sliceLength) return flushAll(streams);
    for (const stream of streams) next.push(stream);
    if (isUnderWay) return;
    isUnderWay = true;
    setImmediate(startRound);
  };
  const startRound = () => {
    [round, next, place] = [next, [], 0];
    isUnderWay = round.length > 0;
    if (!isUnderWay) return;
    startedAt = performance.now();
    flushSlice();
  };
  const flushSlice = () => {
    const slice = round.slice(place, place + sliceLength);
    place += slice.length;
    flushAll(slice);
    if (place < round.length) return void setImmediate(flushSlice);
    round = [];
    const restMs = Math.min(performance.now() - startedAt, restMsMax);
    if (restMs < 1) setImmediate(startRound);
    else setTimeout(startRound, restMs);
  };
  return {
    add(stream) {
      if (told.push(stream) === 1) process.nextTick(endTurn);
    },
  };
}

function flushAll(streams: readonly Flushable[]): void {
  for (const stream of streams) stream.flush();
}
