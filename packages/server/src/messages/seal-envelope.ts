import type { Envelope, EnvelopeMessage, EventType, UserId } from '@parley/protocol';
import type { MessageRow } from './queries.ts';

/** The person on whose behalf an agent gets a delivery, as its envelope names them. */
export interface EnvelopeUser {
  readonly userId: UserId;
  readonly locale: string;
  readonly timezone: string;
}

/** Seals an envelope: these bytes are stored, signed at each attempt, and sent again at each retry. */
export function sealEnvelope<Event extends EventType>(envelope: Envelope<Event>): Buffer {
  return Buffer.from(JSON.stringify(envelope));
}

/** A line of a room as an envelope carries it. */
export function envelopeMessage(line: MessageRow): EnvelopeMessage {
  return {
    id: line.message_id,
    author: line.author_type,
    author_id: line.author_id,
    text: line.body ?? '',
    created_at: line.created_at.toISOString(),
    ...(line.blocks.length > 0 ? { blocks: [...line.blocks] } : {}),
  };
}

export function envelopeUser(user: EnvelopeUser) {
  return { id: user.userId, locale: user.locale, timezone: user.timezone };
}
