/**
 * Planner settings for generic plans. A prepared statement is planned once, because planning a large one for each run
 * costs more than running it. The plan stays, although the tables may have been tiny, so it must use indexes: no
 * sequential scan, and no join that reads a whole table to find a few rows.
 */
export const planning = [
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
  ['enable_hashjoin', 'off'],
  ['enable_mergejoin', 'off'],
  ['jit', 'off'],
] as const;
