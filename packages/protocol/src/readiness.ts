/** Why a server cannot do its work, in the order in which `/readyz` lists them. */
export const readinessReasons = [
  'clock',
  'database_unavailable',
  'database_read_only',
  'storage_full',
  'migrations',
  'version',
  'stopping',
] as const;

export type ReadinessReason = (typeof readinessReasons)[number];
