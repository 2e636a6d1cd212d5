/** Where a command writes: results to `out`, progress and errors to `err`. */
export interface Terminal {
  out(line: string): void;
  err(line: string): void;
}

/** What a command is given. */
export interface Call {
  readonly args: readonly string[];
  /** The settings. Default: the environment. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly terminal: Terminal;
}

/** A command of the server program. It resolves when it is done and rejects with a sentence for the operator. */
export type Run = (call: Call) => Promise<void>;

/** A call that the command does not take: its help is printed with the sentence. */
export class WrongUse extends Error {}
