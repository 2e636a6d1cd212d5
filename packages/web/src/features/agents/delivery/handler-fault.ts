export interface HandlerFault {
  readonly before: string;
  /** Where in what the agent sent the fault is, as a JSON Pointer. */
  readonly pointer: string;
  readonly after: string;
}

/** The place that a refusal names, in the words with which the SDK reports it; null where it names none. */
export function handlerFault(reason: string): HandlerFault | null {
  const found = /^([\s\S]*?\b[a-z_]+ at )(\/\S*)(?=[:\s]|$)([\s\S]*)$/.exec(reason);
  const [, before = '', pointer = '', after = ''] = found ?? [];
  return found
    ? { before, pointer: pointer.replace(/:$/, ''), after: pointer.endsWith(':') ? `:${after}` : after }
    : null;
}
