/** The scope that lets an agent send messages which answer no delivery. */
export const proactiveScope = 'proactive.message';
