import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { unpackCommit } from '../../packages/server/src/testing/unpack-commit.ts';

/** The release before this one. Set it anew with each release. */
export const previousRelease: EarlierVersion = { version: '0.1.0', commit: '40dd977' };

/** A version to upgrade from. */
export interface EarlierVersion {
  readonly version: string;
  readonly commit: string;
}

/**
 * Builds the server of an earlier version, and nothing else of it, into a folder of the cache, once, and returns that folder; or why it
 * cannot be built, as where the repository has no history or no package registry answers.
 */
export function buildEarlier(
  root: string,
  { version, commit }: EarlierVersion,
): { readonly folder: string } | { readonly why: string } {
  const folder = join(root, '.cache/releases', `${version}-${commit}`);
  if (existsSync(folder)) return { folder };
  const draft = `${folder}.draft`;
  const why = unpackCommit(root, commit, draft, [['it could not be built', 'npx tsc -b packages/server']]);
  if (why !== null) return { why };
  renameSync(draft, folder);
  return { folder };
}
