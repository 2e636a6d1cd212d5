/** A slow database must not delay the other metrics of a scrape. */
const readWithinMs = 2000;

/** Resolves to the value, or to undefined if reading fails or takes longer than two seconds. */
export function readInTime<T>(reading: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), readWithinMs);
    const answer = (value: T | undefined) => {
      clearTimeout(timer);
      resolve(value);
    };
    reading.then(answer, () => answer(undefined));
  });
}
