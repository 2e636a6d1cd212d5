import { Agent, text } from '@parley/agent-sdk';
import { expect } from '@playwright/test';
import { say } from './demo.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { freshHandle } from './fresh-handle.ts';
import { call, openRoom, test } from './gardener.ts';

for (const width of [1280, 360]) {
  test(`§29 a call between agents is one line that unfolds by key, at ${width} px`, async ({ shop, baseURL }) => {
    const { page, room, agent } = shop;
    await page.setViewportSize({ width, height: 800 });
    const about = { name: 'Almanac', description: 'Knows the dates.', handle: freshHandle('almanac') };
    const manifest = { version: '1', transport: 'relay', requested_scopes: [{ scope: 'coin.charge', reason: 'Ink.' }] };
    const { item, credential } = await call<{
      item: { agentId: `agt_${string}` };
      credential: { credentialId: string; secret: string };
    }>(page, 'POST', '/v1/agents', { manifest: { ...manifest, ...about } });
    const almanac = new Agent({ baseUrl: baseURL ?? '', agentId: item.agentId, ...credential });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    almanac.on('agent.call', async (ctx) => {
      await released;
      await ctx.reply([text('In May.')], { toAgentId: ctx.envelope.agent_call.from_agent_id });
    });
    await almanac.startRelay();
    const other = await openRoom(page, item.agentId);
    agent.hears('beans', async (ctx) => {
      await ctx.call(item.agentId, 'When do I sow beans?');
      await ctx.reply([text('Sow them in May.')]);
    });
    await page.goto(`/c/${room}`);
    await say(page, 'beans');
    const log = page.getByRole('log');
    const line = log.locator('summary', { hasText: 'Gardener asked Almanac' });
    await expect(line).toContainText('no answer yet');
    release();
    await expect(line).toContainText(/answered (in \d+ s|at once)/);
    await expect(log.getByText('Sow them in May.')).toBeVisible();
    await expect(log.getByText('“Almanac” answered “Gardener”.')).toHaveCount(0);
    await expect(log.getByText('When do I sow beans?')).toBeHidden();
    await expectNoViolations(page);
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(log.getByText('When do I sow beans?')).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    await page.goto(`/c/${other}`);
    await expect(line).toBeVisible();
    await line.press('Enter');
    await expect(log.getByText('In May.')).toBeVisible();
    await almanac.stop();
  });
}
