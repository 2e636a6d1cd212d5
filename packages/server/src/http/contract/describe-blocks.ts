import { blockDefinition, blockTypes, limits, type BlockType } from '@parley/protocol';
import { schemaRef, type Json, type NamedSchemas } from './schemas.ts';

/**
 * Adds one schema for each block type (`TextBlock` and so on) and two unions: `SendableBlock`, which agents send, and
 * `Block`, which clients read. If the two forms of a type differ, the one that clients read is named
 * `ThinkingReadBlock`.
 */
export function describeBlocks(schemas: NamedSchemas): void {
  const sent: Record<string, Json> = {};
  const read: Record<string, Json> = {};
  for (const type of blockTypes) {
    const definition = blockDefinition(type);
    const { inbound, read: shown } = definition;
    const isSendable = definition.sender !== 'platform' && definition.sender !== 'nobody';
    if (isSendable) sent[type] = schemas.add(`${nameOf(type)}Block`, inbound);
    read[type] = schemas.add(`${nameOf(type)}${shown === inbound ? '' : 'Read'}Block`, shown);
  }
  schemas.add('SendableBlock', oneOf('A block that an agent sends.', sent));
  schemas.add('Block', oneOf('A block that a client reads.', read));
  schemas.add('SentBlocks', {
    type: 'array',
    minItems: 1,
    maxItems: limits.replyBlocks,
    items: schemaRef('SendableBlock'),
    description: 'All blocks or none: the first that is wrong refuses the whole request.',
  });
}

function oneOf(description: string, byType: Readonly<Record<string, Json>>): Json {
  const mapping = Object.fromEntries(Object.entries(byType).map(([type, { $ref }]) => [type, $ref]));
  return { description, oneOf: Object.values(byType), discriminator: { propertyName: 'type', mapping } };
}

function nameOf(type: BlockType): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
