/** What sees the calls of a client. */
export interface CallWatch {
  /** Before a call is sent; what it throws is the call's error. */
  readonly starting?: (name: string) => void;
  readonly failed?: (error: unknown) => void;
  /** After a call is begun that makes the platform close the draft of a delivery. */
  readonly closing?: (deliveryId: string, sent: Promise<unknown>) => void;
  /** Runs the call, with more headers where it has some. */
  readonly around?: <Answer>(
    name: string,
    call: (headers: Readonly<Record<string, string>> | null) => Promise<Answer>,
  ) => Promise<Answer>;
}
