/**
 * A prepared statement gets its plan at once, since to plan a large one anew for each lot of values costs more than to run it, and keeps
 * it, though its tables were tiny then. So that plan must be one that looks rows up by their index: neither a sequential scan, nor
 * a join that reads all of a table to find some of it.
 */
export const planning = [
  ['plan_cache_mode', 'force_generic_plan'],
  ['enable_seqscan', 'off'],
  ['enable_hashjoin', 'off'],
  ['enable_mergejoin', 'off'],
  ['jit', 'off'],
] as const;
