import { expect } from '@playwright/test';
import { inBrowser, patienceMs } from './in-browser.ts';
import { runProgram } from './run-program.ts';
import type { Begun } from './typescript.ts';

/** Runs an agent by `parley dev`, opens the link that it prints in a browser, writes to the agent, and reads its answer. */
export async function isAnswered({ name, ...begun }: Begun, environment: NodeJS.ProcessEnv): Promise<void> {
  await runProgram({ ...begun, environment, address: /Write to it: (\S+)/ }, (link) =>
    inBrowser(async (page) => {
      await page.goto(link);
      await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name }).click();
      await page.getByRole('textbox', { name: `Message to ${name}` }).fill('hello');
      await page.keyboard.press('Enter');
      const answer = page.getByRole('article', { name }).last();
      await expect(answer).toContainText('You said: hello', { timeout: patienceMs });
    }),
  );
}
