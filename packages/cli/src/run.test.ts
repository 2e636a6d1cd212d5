import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parley } from './testing/cli.ts';
import { temporaryFolder } from './testing/server.ts';

describe('wrong words', { timeout: 60_000 }, () => {
  it.each([
    [['send', 'alpha', 'hi', '--nosuch', '--json'], 'unknown_option', "unknown option '--nosuch'"],
    [['send', '--json'], 'missing_argument', "missing required argument 'to'"],
    [['nosuch', '--json'], 'unknown_command', "unknown command 'nosuch'"],
    [['help', 'nosuch', '--json'], 'unknown_command', "unknown command 'nosuch'"],
  ])('%j are one line of JSON on stderr', async (args, code, message) => {
    const run = await parley(args);
    expect([run.code, run.stdout, run.stderr.trim().split('\n').length]).toEqual([2, '', 1]);
    const hint = expect.stringContaining('parley --help') as string;
    expect(JSON.parse(run.stderr)).toEqual({ error: { code, message, hint } });
  });

  it('suggest the nearest ones in the hint', async () => {
    const { stderr } = await parley(['agent', 'lst', '--json']);
    expect(JSON.parse(stderr).error).toMatchObject({
      hint: expect.stringMatching(/^Did you mean list\? parley --help/),
    });
  });

  it('are no JSON where only another program is asked for it', async () => {
    const { stderr } = await parley(['send', '--', '--json']);
    expect(stderr).toMatch(/^error: missing required argument 'text'/);
  });

  it.each([
    [['complete'], "missing required argument 'shell'"],
    [['complete', 'nosh'], "command-argument value 'nosh' is invalid"],
    [['help', 'nosuch'], "unknown command 'nosuch'"],
    [['help', 'agent', 'nosuch'], "unknown command 'nosuch'"],
  ])('%j end with 2 and say what is wrong', async (args, message) => {
    const { code, stdout, stderr } = await parley(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toContain(`error: ${message}`);
  });

  it('are told from help that is asked for', async () => {
    for (const args of [['help', 'agent', 'push'], ['help', 'complete'], ['help'], ['complete', 'zsh']])
      expect(await parley(args)).toMatchObject({ code: 0, stderr: '' });
  });
});

it('reads JSON behind a byte-order mark', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const text = '\uFEFF[{"type": "text", "text": "hi"}]';
  const file = join(folder.path, 'blocks.json');
  await writeFile(file, text);
  expect(await parley(['validate', file])).toMatchObject({ code: 0, stderr: `${file} is valid (blocks).\n` });
  expect(await parley(['validate', '-'], { input: text })).toMatchObject({ code: 0 });
});

it.each(['0', 'http://127.0.0.1:0/hook'])('forwards to no port 0: %s', { timeout: 60_000 }, async (forward) => {
  const { code, stderr } = await parley(['listen', 'tea-bot', '--forward', forward, '--json']);
  expect([code, JSON.parse(stderr).error.code]).toEqual([2, 'forward_invalid']);
});
