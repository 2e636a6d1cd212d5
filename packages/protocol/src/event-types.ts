const names = [
  'message.created',
  'task.assigned',
  'task.cancelled',
  'approval.resolved',
  'tick.scheduled',
  'member.joined',
  'tool.result',
  'form.submitted',
  'agent.call',
] as const;

/** The closed set of events. A receiver acknowledges and ignores any other value. */
export type EventType = (typeof names)[number];

export const eventTypes: EventType[] = [...names];
