/** How `parley` ends. */
export const exitCodes = {
  ok: 0,
  /** What was asked about is at fault, or the server refused. */
  fault: 1,
  /** The words of the command are wrong, or something that it needs is not given. */
  usage: 2,
  /** No complete answer came from the server. */
  unreachable: 3,
  /** No token was shown, or not one that counts. */
  unauthenticated: 4,
} as const;

/** What is known of a failure, as it is printed. */
export interface FailureDetails {
  readonly code: string;
  readonly message: string;
  /** A JSON Pointer to what is wrong. */
  readonly path?: string | undefined;
  readonly reason?: string | undefined;
  /** How to mend it. */
  readonly hint?: string | undefined;
  readonly requestId?: string | undefined;
  readonly exitCode: number;
}

/** A failed command with a message: what went wrong, where, and how to mend it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly details: FailureDetails;

  constructor(details: FailureDetails) {
    super(details.message);
    this.details = details;
  }

  get code(): string {
    return this.details.code;
  }
}

/** A command that was given wrong words, or without something that it needs. */
export function usage(code: string, message: string, hint?: string): Failure {
  return new Failure({ code, message, hint, exitCode: exitCodes.usage });
}

/** Any error as what is printed of it. */
export function failureOf(error: unknown): FailureDetails {
  if (error instanceof Failure) return error.details;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', message, exitCode: exitCodes.fault };
}
