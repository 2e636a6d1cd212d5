type Act = () => Promise<void>;

/** What a person does, at once, or in order as soon as they have the line again. */
export class Outbox {
  readonly #kept: Act[] = [];
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
  }

  async open(): Promise<void> {
    this.#isClosed = false;
    for (let act = this.#kept.shift(); act; act = this.#kept.shift()) await act();
  }

  async send(act: Act): Promise<void> {
    if (this.#isClosed) this.#kept.push(act);
    else await act();
  }
}
