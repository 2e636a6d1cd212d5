/** An open connection to what carries messages between servers. */
export interface Link {
  /** Resolves when the messages have been taken. With none it only asks whether the other end still answers. */
  write(messages: readonly string[]): Promise<void>;
  /** Resolves, with the reason, when the connection is gone. It never rejects. */
  readonly lost: Promise<unknown>;
  /** Ends the connection. It never rejects. */
  close(): Promise<void>;
}

/** Connects and listens. Whatever other servers or this one write from then on goes to `receive`. */
export type Connect = (receive: (message: string) => void) => Promise<Link>;
