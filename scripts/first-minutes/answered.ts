import { spawn } from 'node:child_process';
import { chromium, expect } from '@playwright/test';
import type { Begun } from './typescript.ts';

const patienceMs = 60_000;

/** Runs an agent by `parley dev`, opens the link that it prints in a browser, writes to the agent, and reads its answer. */
export async function isAnswered(begun: Begun, environment: NodeJS.ProcessEnv): Promise<void> {
  const [program, ...args] = begun.command;
  const child = spawn(program, args, {
    cwd: begun.folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
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
    });
    await writeTo(begun.name, link);
  } catch (error) {
    throw new Error(`Nothing was answered. What parley dev said:\n${said}`, { cause: error });
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
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
