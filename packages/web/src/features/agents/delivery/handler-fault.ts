export interface HandlerFault {
  readonly before: string;
  /** The JSON Pointer to the bad field in the agent's request. */
  readonly pointer: string;
  readonly after: string;
}

/** Returns the field that a refusal names, parsed from the SDK's error text; null if it names none. */
export function handlerFault(reason: string): HandlerFault | null {
  const found = /^([\s\S]*?\b[a-z_]+ at )(\/\S*)(?=[:\s]|$)([\s\S]*)$/.exec(reason);
  const [, before = '', pointer = '', after = ''] = found ?? [];
  return found
    ? { before, pointer: pointer.replace(/:$/, ''), after: pointer.endsWith(':') ? `:${after}` : after }
    : null;
}
