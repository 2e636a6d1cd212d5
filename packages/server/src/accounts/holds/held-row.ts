import type { MessageId } from '@parley/protocol';

/** Returns the name that binds the sealed content of a held message to its row. */
export function heldRowOf(messageId: MessageId): string {
  return `held message ${messageId}`;
}
