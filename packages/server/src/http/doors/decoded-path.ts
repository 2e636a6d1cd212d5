/**
 * Returns the path of a request with each parameter encoded in one way, so that `/v1/conversations/%63nv_1` and
 * `/v1/conversations/cnv_1` are the same.
 */
export function decodedPath(rowPath: string, params: unknown): string {
  const values = params as Readonly<Record<string, string>>;
  return rowPath.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
