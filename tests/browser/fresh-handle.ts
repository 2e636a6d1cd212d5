let made = 0;

/** A handle that no other test takes, not even one that runs at the same time. */
export function freshHandle(name: string): string {
  const worker = process.env['TEST_PARALLEL_INDEX'] ?? '0';
  return `${name.toLowerCase()}-${Date.now().toString(36)}-${worker}${(made += 1)}`;
}
