import { blockDefinition, type BlockType } from '@parley/protocol';
import { z } from 'zod';
import { fieldTable, type Schema } from './field-rows.ts';

/** What every page of a block holds: its picture, samples, and fields with their bounds as the schema has them. */
export function blockBody(type: BlockType, samples: readonly string[]): string {
  const { sender, inbound, read } = blockDefinition(type);
  const isSent = sender !== 'platform' && sender !== 'nobody';
  const parts = [
    `![${pictureWords(type)}](../pictures/${type}-light.webp)`,
    `<!-- tabs -->\n\n${samples.join('\n\n')}\n\n<!-- /tabs -->`,
    `## Fields\n\n${fieldsOf(isSent ? inbound : read)}`,
    `## Who sends it\n\n${senders[sender]}`,
  ];
  const [sent, seen] = [fieldsOf(inbound), fieldsOf(read)];
  if (isSent && sent !== seen) {
    parts.push(`## As a client reads it\n\nWhoever reads the message gets more than was sent, or less.\n\n${seen}`);
  }
  return parts.join('\n\n');
}

const pictureWords = (type: BlockType) => `How the app shows a block of the type ${type}`;

const senders = {
  any: 'An agent, in partial and in final replies, in proactive messages and in task updates.',
  partial: 'An agent, in partial replies only. A final reply that holds one is refused with `intent_requires_partial`.',
  final: 'An agent, in final replies only: it does not stand in a draft.',
  platform: 'The platform alone. A reply that holds one is refused with `block_invalid`, reason `not_sendable`.',
  nobody:
    'Nobody yet. It is published, so clients know it, but a reply that holds one is refused with `block_invalid`, reason `not_sendable`.',
};

function fieldsOf(schema: z.ZodType): string {
  return fieldTable(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}
