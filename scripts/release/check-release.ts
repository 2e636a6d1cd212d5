import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is known of a release before anything is made. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  /** When the commit was made, in seconds: all times in the files are this one. */
  readonly epoch: number;
}

/**
 * Reads what is to be released.
 *
 * @throws Error with a sentence that says what is missing: a clean tree, one version everywhere, or a dated section of the changelog.
 */
export function checkRelease(root: string): Release {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`The tree is not clean. Commit or remove these files first:\n${changed}`);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { version, others } = versionsIn(JSON.parse(read('package-lock.json')) as Lock, read);
  if (others.length > 0) throw new Error(`Not everything has the version ${version}:\n${others.join('\n')}`);
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - (\\d{4}-\\d{2}-\\d{2})$`, 'm');
  if (!heading.test(read('CHANGELOG.md')))
    throw new Error(`CHANGELOG.md has no dated section "## [${version}] - YYYY-MM-DD".`);
  return { version, commit: git('rev-parse', 'HEAD'), epoch: Number(git('log', '-1', '--format=%ct')) };
}

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

/** The version, and whatever of ours has another one. */
function versionsIn(
  { version, packages }: Lock,
  read: (path: string) => string,
): { version: string; others: string[] } {
  const ours = Object.keys(packages).filter((path) => !/(^|\/)node_modules\//.test(path));
  const versions = ours.map((path) => {
    const manifest = JSON.parse(read(join(path, 'package.json'))) as { version: string };
    return [join(path, 'package.json'), manifest.version];
  });
  const python = /^version = "(.*)"$/m.exec(read('python/parley-agent/pyproject.toml'))?.[1];
  const others = [...versions, ['python/parley-agent/pyproject.toml', python]].filter(([, one]) => one !== version);
  return { version, others: others.map(([path, one]) => `${String(path)}: ${String(one)}`) };
}
