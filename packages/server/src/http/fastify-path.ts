/** A path of the contract as the router takes it: `{agentId}` becomes `:agentId`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
