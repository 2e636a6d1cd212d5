import { mentionedHandles, type Envelope, type EnvelopeMessage } from '@parley/protocol';

/** The messages that came with an event, oldest first; empty for an event that carries none. */
export function messagesOf(envelope: Envelope): readonly EnvelopeMessage[] {
  return 'messages' in envelope ? envelope.messages : [];
}

/** The text of the last message, or an empty string. */
export function lastText(envelope: Envelope): string {
  return messagesOf(envelope).at(-1)?.text ?? '';
}

/** Whether a text mentions this handle, by the rule of `mentionedHandles`. */
export function mentions(text: string, handle: string): boolean {
  return mentionedHandles(text).has(handle.toLowerCase());
}
