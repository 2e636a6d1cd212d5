/** Returns whether a URL names this machine, by its loopback address or its name. */
export function isThisMachine(url: string | URL): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
