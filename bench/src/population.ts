/** How many of what every contestant holds. */
export const population = {
  people: 16,
  /** Enough that each is seldom used while the load trickles. */
  agents: 32,
  rooms: 512,
  /** Agents whose endpoints take a connection and never answer, where a measure wants some. */
  hungAgents: 500,
  /** Connections to the database, as the product has by default. */
  poolSize: 10,
} as const;
