/** Returns the origin of an address on which a server listens. One that listens on all addresses is reached by name. */
export function reachable(address: string): string {
  const url = new URL(address);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  return url.origin;
}
