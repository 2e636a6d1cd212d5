import { Socket } from 'node:net';

/**
 * A socket that writes once a turn. The driver writes each statement by itself; those that are given to it one right after the
 * other then leave in one system call, and the database wakes up once for all of them.
 */
export class TurnSocket extends Socket {
  #open = false;

  override cork(): void {
    super.cork();
    if (this.#open) return;
    this.#open = true;
    super.cork();
    process.nextTick(() => {
      this.#open = false;
      this.uncork();
    });
  }
}
