import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { isTooDeep, ProviderFault } from './provider-fault.ts';

/** A transport to a tool server that reads a bounded amount of each answer. */
export interface ToolServerTransport extends Transport {
  /** Why this side closed it; null if it did not. */
  readonly fault: ProviderFault | null;
}

/** An answer with an HTTP error status. Its body is not read. */
export class RefusedByServer extends Error {
  constructor(readonly status: number) {
    super('The tool server refused a message.');
    this.name = 'RefusedByServer';
  }
}

/** At most this many messages in one answer. */
const messagesMax = 1_000;

/** Parses the messages of one text. Throws a `ProviderFault` if it holds anything else. */
export function readMessages(text: string): JSONRPCMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProviderFault('answer_invalid');
  }
  if (isTooDeep(value)) throw new ProviderFault('answer_too_deep');
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > messagesMax) throw new ProviderFault('answer_too_large');
  try {
    return values.map((one) => withoutUnused(parseJSONRPCMessage(one)));
  } catch {
    throw new ProviderFault('answer_invalid');
  }
}

/**
 * Leaves of an answer to `initialize` only what is used. The SDK would check the rest too, for seconds if it is large, and
 * would refuse a server whose other capabilities are `[]`, as PHP writes an empty object.
 */
function withoutUnused(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result['protocolVersion'] === undefined) return message;
  const { capabilities, serverInfo } = message.result;
  const used = { capabilities: pick(capabilities, ['tools']), serverInfo: pick(serverInfo, ['name', 'version']) };
  return { ...message, result: { ...message.result, ...used } };
}

function pick(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

/** Returns a function that counts the messages of one answer and throws a `ProviderFault` above the limit. */
export function countMessages(): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > messagesMax) throw new ProviderFault('answer_too_large');
  };
}
