/** One thing that `npm run check` holds the repository to. */
export interface CheckStep {
  readonly name: string;
  /** A program of node_modules/.bin or of the system, and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Where there is code. */
const sourceFolders = ['packages', 'examples', 'scripts', 'bench', 'fuzz', 'tests'];

/** Compiling comes first, because linting reads the types it writes. */
export const checkSteps: readonly CheckStep[] = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  // In three runs, because the types of everything at once need more memory than Node takes by default, and near its limit it is slow.
  { name: 'lint of the server', command: lintOf('packages/server') },
  { name: 'lint of the app', command: lintOf('packages/web') },
  {
    name: 'lint of the rest',
    command: lintOf('--ignore-pattern', 'packages/server/**', '--ignore-pattern', 'packages/web/**', '.'),
  },
  { name: 'arrows', command: ['depcruise', ...sourceFolders, '--config', '.dependency-cruiser.cjs'] },
  { name: 'tidy', command: ['tsx', 'scripts/tidy.ts'] },
  { name: 'generated files', command: ['tsx', 'scripts/generated.ts'] },
];

function lintOf(...what: readonly string[]): CheckStep['command'] {
  // ESLint makes many objects that live briefly. A larger young generation saves a tenth of its processor time.
  return ['node', '--max-semi-space-size=64', 'node_modules/eslint/bin/eslint.js', '--max-warnings', '0', ...what];
}
