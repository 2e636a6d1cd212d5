import { RefusedError, table, type Agent, type Context } from '@parley/agent-sdk';
import { faultOf, readAddress, restart, type Outside } from './probe.ts';

/** What is kept of a conversation. Messages change `urls`, ticks change `down`, so neither loses what the other wrote. */
export interface Kept {
  urls: string[];
  down: string[];
  scheduleId: string | null;
}

const mostUrls = 20;

/** Adds the handlers, so that a test can bring an agent and an outside of its own. */
export function withHandlers(agent: Agent<Kept>, outside: Outside): Agent<Kept> {
  agent.hears(/^watch (\S+)$/i, async (ctx) => {
    const url = readAddress(ctx.match[1] ?? '');
    if (url === null) return ctx.reply('I watch addresses that begin with http:// or https://.');
    const urls = (await ctx.store.get('urls')) ?? [];
    if (urls.includes(url)) return ctx.reply('I watch that already.');
    if (urls.length >= mostUrls) return ctx.reply(`I watch ${mostUrls} addresses at most. Forget one first.`);
    if (!(await isScheduled(ctx))) return ctx.reply('Allow me schedule.write, and say it again.');
    await ctx.store.set('urls', [...urls, url]);
    const fault = await faultOf(url, outside);
    return ctx.reply(`I look every five minutes. Now: ${fault ?? 'it answers'}.`);
  });

  agent.hears(/^forget (\S+)$/i, async (ctx) => {
    const url = readAddress(ctx.match[1] ?? '');
    const urls = (await ctx.store.get('urls')) ?? [];
    const left = urls.filter((one) => one !== url);
    if (left.length === urls.length) return ctx.reply('I do not watch that.');
    await ctx.store.set('urls', left);
    const scheduleId = await ctx.store.get('scheduleId');
    if (left.length === 0 && scheduleId) {
      await ctx.client.endSchedule(scheduleId);
      await ctx.store.set('scheduleId', null);
    }
    return ctx.reply('Forgotten.');
  });

  agent.hears('sites', async (ctx) => {
    const [urls = [], down = []] = [await ctx.store.get('urls'), await ctx.store.get('down')];
    if (urls.length === 0) return ctx.reply('I watch nothing. Write: watch https://…');
    return ctx.reply(
      table(
        ['Address', 'State'],
        urls.map((url) => [url, down.includes(url) ? 'down' : 'up']),
      ),
    );
  });

  // While it waits for a decision the next look must not wait with it.
  agent.on('tick.scheduled', { overlap: 'parallel' }, async (ctx) => {
    const [urls = [], before = []] = [await ctx.store.get('urls'), await ctx.store.get('down')];
    const looked = await Promise.all(urls.map(async (url) => ({ url, fault: await faultOf(url, outside) })));
    await ctx.store.set(
      'down',
      looked.flatMap(({ url, fault }) => (fault === null ? [] : [url])),
    );
    const failed = looked.filter(({ url, fault }) => fault !== null && !before.includes(url));
    const back = looked.filter(({ url, fault }) => fault === null && before.includes(url));
    const news = [
      ...failed.map(({ url, fault }) => `**Down:** ${url} (${fault})`),
      ...back.map(({ url }) => `**Up again:** ${url}`),
    ];
    if (news.length > 0) await ctx.reply(news.join('\n'));
    if (outside.restartUrl !== null) await Promise.all(failed.map(({ url }) => askToRestart(ctx, url, outside)));
  });

  // The decision on what an earlier run of this program asked.
  agent.onResult('restart', async (ctx, { approved, arguments: bound }) => {
    if (approved) await restartAndSay(ctx, (bound as { url: string }).url, outside);
  });

  agent.on('message.created', (ctx) => ctx.reply('Write: watch https://…, forget https://… or sites.'));
  return agent;
}

async function isScheduled(ctx: Context<'message.created', Kept>): Promise<boolean> {
  if (await ctx.store.get('scheduleId')) return true;
  try {
    const { schedule_id: scheduleId } = await ctx.schedule({ cron: '*/5 * * * *', text: 'Look at the sites.' });
    await ctx.store.set('scheduleId', scheduleId);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'scope_not_granted') return false;
    throw error;
  }
}

async function askToRestart(ctx: Context<'tick.scheduled', Kept>, url: string, outside: Outside): Promise<void> {
  const decision = await ctx.decide({ kind: 'restart', action: `Restart ${url}`, arguments: { url } });
  if (decision.approved) await restartAndSay(ctx, decision.arguments.url, outside);
}

async function restartAndSay(ctx: Pick<Context, 'reply'>, url: string, outside: Outside): Promise<void> {
  await restart(url, outside);
  await ctx.reply(`I restarted ${url}.`);
}
