// What is used of `node:http`, in types of our own: an agent for a runtime of workers is checked without the types of Node.

/** Headers as Node has read them, with names in lower case. */
export type NodeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What is used of Node's own request. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: NodeHeaders;
  /** Whether all of it has come. */
  readonly complete: boolean;
  readonly readableDidRead: boolean;
  readonly readableEnded: boolean;
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined>;
}

/** What is used of Node's own response. */
export interface NodeResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body?: Uint8Array | string): unknown;
}
