/** Converts a path of the contract to the router's syntax: `{agentId}` becomes `:agentId`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
