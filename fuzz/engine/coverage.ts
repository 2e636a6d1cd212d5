import { Session, type Profiler } from 'node:inspector';

/** Which parts of the sources have run, by the counters of the JavaScript engine. */
export interface Coverage {
  /** Whether something has run since the last look that is not known yet. */
  look(): boolean;
  /** What the last look saw is known from now on. */
  learn(): void;
  close(): void;
}

/** Watches the files whose path has one of these endings, character by character. */
export function watchCoverage(sources: readonly string[]): Coverage {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const known = new Set<string>();
  let unknown: string[] = [];
  return {
    look() {
      // The answer comes before `post` returns, because the session is of this thread.
      session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
        const watched = result.filter(({ url }) => sources.some((source) => url.endsWith(source)));
        unknown = watched.flatMap(placesRun).filter((place) => !known.has(place));
      });
      return unknown.length > 0;
    },
    learn() {
      for (const place of unknown) known.add(place);
    },
    close: () => session.disconnect(),
  };
}

function placesRun({ url, functions }: Profiler.ScriptCoverage): string[] {
  const places = new Set<number>();
  for (const { ranges } of functions) {
    // Inner ranges come after those they are part of, and say otherwise.
    for (const { startOffset, endOffset, count } of ranges) {
      for (let place = startOffset; place < endOffset; place++) {
        if (count > 0) places.add(place);
        else places.delete(place);
      }
    }
  }
  return [...places].map((place) => `${url}:${place}`);
}
