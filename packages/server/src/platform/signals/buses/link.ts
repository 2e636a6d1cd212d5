/** An open connection to the message broker. */
export interface Link {
  /** Resolves when the messages are accepted. With no messages it only checks whether the other end answers. */
  write(messages: readonly string[]): Promise<void>;
  /** Resolves with the reason when the connection is lost. Never rejects. */
  readonly lost: Promise<unknown>;
  /** Closes the connection. Never rejects. */
  close(): Promise<void>;
}

/** Connects and subscribes. From then on, messages of all servers, this one included, go to `receive`. */
export type Connect = (receive: (message: string) => void) => Promise<Link>;
