/**
 * Returns whether servers refuse a handle, or the name that is made of it, as their own. The rule is that of `@parley/protocol`, which this
 * package does without, so that it is installed in a moment.
 */
export function isReserved(handle: string): boolean {
  const whole = handle.replaceAll(/[-_]/g, '');
  return reservedHandles.includes(whole) || handle.split(/[-_]/).some((word) => platformNames.includes(word));
}

const platformNames = ['parley', 'platform'];
const reservedHandles = [
  ...platformNames,
  ...['admin', 'administrator', 'system', 'support', 'security', 'staff', 'moderator', 'official', 'root', 'help'],
];
