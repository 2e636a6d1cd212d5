import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A thing that is built: where it comes from, and the file whose time says when it was built. Paths are relative to the root. */
export interface Target {
  readonly name: string;
  /** Files or folders; one that does not exist is passed over. */
  readonly sources: readonly string[];
  readonly stamp: string;
  /** Folders that the build fills; where one is gone, the stamp no longer tells the truth. */
  readonly outputs: readonly string[];
}

/** Whether a target was never built, or a source changed, came or went since. */
export function isStale(root: string, target: Target): boolean {
  const built = timeOf(join(root, target.stamp));
  const isGone = target.outputs.some((output) => timeOf(join(root, output)) === undefined);
  return built === undefined || isGone || target.sources.some((source) => newest(join(root, source)) > built);
}

/** The newest change at or below a path, in milliseconds; 0 where there is nothing. A folder's own time tells of removed files. */
function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function timeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
