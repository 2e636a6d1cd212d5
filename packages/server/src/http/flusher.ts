/** Something that gathers what it has to write. */
export interface Flushable {
  flush(): void;
}

/** Decides when what was gathered is written. */
export interface Flusher {
  /** Called when there is something to write, and not again before `flush`, which is the answer. */
  add(stream: Flushable): void;
}

/** As many streams are written in one go: a tenth of a millisecond, nearly all of it in the operating system. */
const sliceLength = 16;
const restMsMax = 4;

/**
 * Makes a flusher. Few streams are flushed before the turn of the event loop ends. Many are flushed in rounds, a slice each turn,
 * so that a message to thousands makes nobody else wait. Those told again meanwhile are flushed once more in the next round,
 * before which it rests as long as the last one took, up to `restMsMax`: whatever comes in until then shares a write.
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
