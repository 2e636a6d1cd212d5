/** Maximum number of an agent's deliveries in memory on this server. The rest wait in the database. */
export const queueMax = 256;

/**
 * Maximum number of a conversation's first attempts in memory, so that a long backlog leaves room for other
 * conversations.
 */
export const laneMax = 64;

/** Concurrent attempts of an agent whose carrier gives no window: at first, and at most. */
export const windowStart = 8;
export const windowMax = 64;

/** Maximum number of deliveries in memory on this server. */
export const inMemoryMax = 20_000;
