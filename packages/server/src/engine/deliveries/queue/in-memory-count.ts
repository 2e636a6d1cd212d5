/** Counts the deliveries in memory on this server, of all agents. */
export class InMemoryCount {
  private count = 0;
  private readonly whenEmpty: (() => void)[] = [];

  get inHand(): number {
    return this.count;
  }

  take(count: number): void {
    this.count += count;
  }

  free(count: number): void {
    this.count -= count;
    if (this.count > 0 || this.whenEmpty.length === 0) return;
    for (const resolve of this.whenEmpty.splice(0)) resolve();
  }

  /** Resolves when none are in memory. */
  async emptied(): Promise<void> {
    while (this.count > 0) await new Promise<void>((resolve) => this.whenEmpty.push(resolve));
  }
}
