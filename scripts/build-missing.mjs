import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs before `npm start` and the other programs. Plain JavaScript, since an install without development dependencies has no tsx: there
// nothing is built, and what `npm run build` made is started as it is.
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
if (existsSync(join(root, 'node_modules/tsx'))) {
  const script = join(root, 'scripts/build-missing.ts');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], { cwd: root, stdio: 'inherit' });
  process.exit(status ?? 1);
}
if (!existsSync(join(root, 'packages/server/dist/main.js'))) {
  console.error(
    'Parley is not built, and this install has no build tools: run "npm ci && npm run build", then "npm prune --omit=dev".',
  );
  process.exit(1);
}
