import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

const root = process.cwd();

it('reports the exit status', async () => {
  expect((await runCommand(root, ['node', '-e', 'process.exit(3)'])).status).toBe(3);
  expect((await runCommand(root, ['node', '-e', ''])).status).toBe(0);
});

it('passes the environment on and gives no input', async () => {
  const script = "process.stdin.on('data', () => {}).on('end', () => process.exit(Number(process.env.ROOMS)))";
  expect((await runCommand(root, ['node', '-e', script], { environment: { ROOMS: '7' } })).status).toBe(7);
});

it('counts a program that does not exist as a failure', async () => {
  expect((await runCommand(root, ['no-such-program'])).status).toBe(127);
});

it('ends a command that takes too long', async () => {
  const outcome = await runCommand(root, ['node', '-e', 'setInterval(() => {}, 1000)'], { limitMinutes: 0.01 });
  expect(outcome.status).toBeNull();
});
