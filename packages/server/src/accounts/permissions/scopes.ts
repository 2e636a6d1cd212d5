/** The scope that lets an agent send messages which answer no delivery. */
export const proactiveScope = 'proactive.message';

/** The scope that lets an agent read back what a person said in a conversation where it sits. */
export const historyScope = 'history.read';

/** The scope that lets an agent plan ticks for itself on a person's behalf. */
export const scheduleScope = 'schedule.write';
