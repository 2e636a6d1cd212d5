import type { Agent, StateStore } from '@parley/agent-sdk';
import type { Slack } from './slack.ts';

/**
 * Adds the handlers, so that a test can bring an agent and a Slack of its own.
 *
 * @param store Remembers which conversation the channel is linked to. It may be the agent's own.
 * @returns What answers the requests of Slack.
 */
export function withBridge(agent: Agent, slack: Slack, store: StateStore): (request: Request) => Promise<Response> {
  const linked = () => store.get('slack', slack.channel);

  agent.hears('link', async (ctx) => {
    if (!(await ctx.granted).includes('proactive.message')) {
      return ctx.reply('Allow me proactive.message, and say link again: else I cannot show you what Slack says.');
    }
    await store.set('slack', slack.channel, ctx.conversationId);
    return ctx.reply('Linked. What you write here appears in Slack, and the other way round, until you write unlink.');
  });

  agent.hears('unlink', async (ctx) => {
    if ((await linked()) !== ctx.conversationId) return ctx.reply('This conversation is not linked.');
    await store.delete('slack', slack.channel);
    return ctx.reply('No longer linked.');
  });

  agent.on('message.created', async (ctx) => {
    if ((await linked()) !== ctx.conversationId) return ctx.reply('Write link to bring the Slack channel here.');
    return slack.post(ctx.text);
  });

  return (request) =>
    slack.receive(request, async ({ eventId, author, text }) => {
      const conversationId = await linked();
      if (conversationId === null) return;
      // Slack sends an event again where it was not answered in time; the key makes it one message.
      await agent.client.sendProactive(conversationId, `**${author}:** ${text}`, { idempotencyKey: eventId });
    });
}
