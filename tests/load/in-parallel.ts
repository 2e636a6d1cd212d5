/** Makes `count` things, at most `atOnce` at the same time, in order. */
export async function inParallel<T>(count: number, atOnce: number, make: (place: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const place = next++;
      made[place] = await make(place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return made;
}
