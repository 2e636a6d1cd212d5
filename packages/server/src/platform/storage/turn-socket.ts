import { Socket } from 'node:net';

/**
 * A socket that writes once per turn of the event loop. Statements that the driver writes one after another then leave
 * in one system call, and the database wakes up once for all of them.
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
