import { join } from 'node:path';
import { runCommand } from './check/run-command.ts';
import { checkSteps } from './check/steps.ts';

// Runs every step, whatever the ones before it said, and fails if any did.
const root = join(import.meta.dirname, '..');
const failed: string[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

for (const step of checkSteps) {
  const { status, seconds } = await runCommand(root, step.command);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds.toFixed(1)} s)`);
  if (status !== 0) failed.push(step.name);
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
