import type { Envelope, EnvelopeMessage } from '@parley/protocol';

/** The messages that came with an event, oldest first; empty for an event that carries none. */
export function messagesOf(envelope: Envelope): readonly EnvelopeMessage[] {
  return 'messages' in envelope ? envelope.messages : [];
}

/** The text of the last message, or an empty string. */
export function lastText(envelope: Envelope): string {
  return messagesOf(envelope).at(-1)?.text ?? '';
}

/** Whether a text holds `@handle` as a word. */
export function mentions(text: string, handle: string): boolean {
  const escaped = handle.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_@-])@${escaped}(?![\\p{L}\\p{N}_-])`, 'iu').test(text);
}
