import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const isThere = spawnSync('promtool', ['--version']).status === 0;
if (!isThere) console.warn('SKIPPED: promtool is not installed (Debian: prometheus), so the alert rules were not run.');

describe.skipIf(!isThere)('the alert rules', () => {
  it('fire on their faults and not without them', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});
