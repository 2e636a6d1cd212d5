/** Returns the value of a setting as text; null if it has none. */
export function settingText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
