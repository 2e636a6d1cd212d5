import type { Agent, Context } from '@parley/agent-sdk';
import { buttons, table, text } from '@parley/agent-sdk';
import type { Pace } from './command.ts';
import { helpBlocks } from './commands/help.ts';

/** Answers every event that is not a command. */
export function answerEvents(agent: Agent, pace: Pace): void {
  agent.on('message.created', (ctx) =>
    ctx.reply([text(echo(ctx)), buttons(['help', 'stream a story', 'show every block'])]),
  );
  agent.on('form.submitted', (ctx) => ctx.reply(thanks(ctx)));
  agent.on('member.joined', (ctx) => ctx.reply([text('Welcome! Good to have you here.'), ...helpBlocks]));
  agent.on('tick.scheduled', (ctx) => ctx.reply(`It is time, as you asked: ${ctx.text}`));
  agent.on('tool.result', (ctx) => ctx.reply(outcomeOf(ctx)));
  agent.on('agent.call', (ctx) => {
    const { from_agent_id, blocks } = ctx.envelope.agent_call;
    const what = blocks.map(({ type }) => type).join(', ');
    return ctx.reply(
      `Another agent (${from_agent_id}) has sent me something on your behalf: ${what}. I have had a look, and all is well.`,
    );
  });
  agent.on('task.assigned', async (ctx) => {
    await ctx.updateTask('in_progress', { note: 'On it.' });
    await pace(30);
    await ctx.updateTask('in_progress', { note: 'Half of it is done.' });
    await pace(30);
    await ctx.updateTask('completed', { note: 'Done. That was a pleasant task.' });
  });
  agent.on('task.cancelled', (ctx) => ctx.reply('No hard feelings: I have put the task aside.'));
}

function echo(ctx: Context<'message.created'>): string {
  const said = ctx.text.trim();
  if (said === '') return `Thank you for the ${attachmentOf(ctx)}! It looks good from here.`;
  const quoted = Array.from(said.replace(/\n/g, '\n> ')).slice(0, 9_000).join('');
  return `You said:\n\n> ${quoted}\n\nI only know a few tricks. Write **help** to see them.`;
}

/** Returns a sentence about the result of an approval. */
function outcomeOf(ctx: Context<'tool.result'>) {
  const { tool, outcome, content } = ctx.envelope.tool_result;
  if (outcome === 'denied') return 'You said no, and that is that. Nothing was done.';
  if (outcome === 'expired') return 'Nobody decided in time, so nothing was done.';
  if (outcome === 'failed')
    return `It was approved, but it did not work: \`${JSON.stringify(content).slice(0, 500)}\`.`;
  switch (tool) {
    case 'coin.charge':
      return [
        text(
          'Thank you! **3 coins** are paid, and the tea is on its way. The receipt is on the card above, and your wallet has the entry.',
        ),
        buttons(['water the plants', 'help']),
      ];
    default:
      return 'You approved, so I act on exactly what you saw, and on nothing else.';
  }
}

/** Returns the kind of an attachment that came without text. */
function attachmentOf(ctx: Context<'message.created'>): string {
  const [block] = ctx.envelope.messages.at(-1)?.blocks ?? [];
  return block?.type === 'audio' ? 'sound' : (block?.type ?? 'message');
}

function thanks(ctx: Context<'form.submitted'>) {
  const { values } = ctx.envelope.form_submission;
  const rows = Object.entries(values).map(([name, value]) => [name, shorten(String(value))]);
  const name = typeof values['name'] === 'string' ? `, ${shorten(values['name'])}` : '';
  return [text(`Thank you${name}! This is what reached me:`), table(['Field', 'Your answer'], rows.slice(0, 50))];
}

/** A table cell holds 200 characters. */
function shorten(value: string): string {
  const characters = Array.from(value);
  return characters.length <= 200 ? value : `${characters.slice(0, 199).join('')}…`;
}
