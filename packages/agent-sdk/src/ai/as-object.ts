/** Where an object has to be: what is none becomes the member `value` of one. */
export function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return value === undefined ? {} : { value };
}
