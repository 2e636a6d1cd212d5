import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, expect } from '@playwright/test';
import type { Begun } from './typescript.ts';

const patienceMs = 60_000;
const closeMs = 15_000;

/** Runs an agent by `parley dev`, opens the link that it prints in a browser, writes to the agent, and reads its answer. */
export async function isAnswered(begun: Begun, environment: NodeJS.ProcessEnv): Promise<void> {
  const [program, ...args] = begun.command;
  const child = spawn(program, args, {
    cwd: begun.folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  try {
    const link = await new Promise<string>((resolve, reject) => {
      const read = (bytes: Buffer) => {
        said += bytes.toString();
        const found = /Write to it: (\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('error', reject);
      child.once('exit', () => reject(new Error('parley dev ended.')));
      setTimeout(() => reject(new Error('parley dev said no address in time.')), patienceMs).unref();
    });
    await writeTo(begun.name, link);
  } catch (error) {
    throw new Error(`Nothing was answered. What parley dev said:\n${said}`, { cause: error });
  } finally {
    await end(child);
  }
}

/** Ends all that it started: npm is gone at once, while the server below it still closes its database. */
async function end({ pid, stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  if (pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const deadline = performance.now() + closeMs;
    let isThere = send(-pid, signal);
    while (isThere && performance.now() < deadline) {
      await pause(100);
      isThere = send(-pid, 0);
    }
  }
  stdout.destroy();
  stderr.destroy();
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function writeTo(name: string, link: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(link);
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name }).click();
    await page.getByRole('textbox', { name: `Message to ${name}` }).fill('hello');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('article', { name }).last();
    await expect(answer).toContainText('You said: hello', { timeout: patienceMs });
  } finally {
    await browser.close();
  }
}
