/** What was set most recently: beyond `most` entries, the one that was not set anew for longest is forgotten. */
export class RecentMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: Key): Value | undefined {
    return this.entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value as Key);
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  [Symbol.iterator](): IterableIterator<[Key, Value]> {
    return this.entries[Symbol.iterator]();
  }
}
