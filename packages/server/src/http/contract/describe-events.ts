import { browserEventTypes } from '@parley/protocol';
import { idPattern } from './id-pattern.ts';
import type { NamedSchemas } from './schemas.ts';

/** Adds the events of browsers: their types, and the data of a frame, which names what changed but has no content. */
export function describeEvents(schemas: NamedSchemas): void {
  const type = schemas.add('BrowserEventType', { type: 'string', enum: browserEventTypes });
  const occurredAt = { type: 'string', format: 'date-time' };
  const kinds = ['conversation', 'message', 'approval', 'task', 'agent', 'notification'] as const;
  schemas.add('BrowserEvent', {
    type: 'object',
    required: ['id', 'type', 'occurredAt'],
    properties: {
      id: { type: 'string', pattern: '^evt_\\d+_\\d+$' },
      type,
      occurredAt,
      ...Object.fromEntries(kinds.map((kind) => [`${kind}Id`, idPattern(kind)])),
    },
  });
  schemas.add('FeedEvent', {
    type: 'object',
    required: ['id', 'type', 'occurredAt'],
    properties: {
      id: { type: 'string', pattern: '^[\\w-]+\\.\\d+$' },
      type: { type: 'string', enum: ['feedReady', ...browserEventTypes.filter((name) => name !== 'streamReady')] },
      occurredAt,
      /** Of `feedReady` alone. */
      resumed: { type: 'boolean' },
      ...Object.fromEntries(kinds.map((kind) => [`${kind}Id`, idPattern(kind)])),
    },
  });
}
