import type { AnyContext } from '@parley/agent-sdk';
import { resultText } from './tools.ts';

/** Returns what a delivery says to the model. */
export function wordsOf(ctx: AnyContext): readonly string[] {
  const said = [...titleOf(ctx), ...ctx.messages.map(({ text }) => text), ...askedByAgent(ctx), ...resultIn(ctx)];
  return said.filter((words) => words !== '');
}

/** The instructions of a task are its message, and its title is in the block of the message. Some titles say it all. */
function titleOf(ctx: AnyContext): readonly string[] {
  if (!ctx.is('task.assigned')) return [];
  const titles = ctx.blocks.flatMap((block) => (block.type === 'task_update' ? [block.note ?? ''] : []));
  return titles.filter((title) => title !== ctx.text);
}

/** What the caller reports of its inner work is no part of its question. Blocks without words of their own are JSON. */
function askedByAgent(ctx: AnyContext): readonly string[] {
  if (!ctx.is('agent.call')) return [];
  const shown = ctx.blocks.filter((block) => !innerWork.includes(block.type) && !('asset_id' in block));
  return shown.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)));
}

const innerWork: readonly string[] = ['thinking', 'tool_result', 'tool_use'];

/** A result that no running handler waits for, as after a restart. */
function resultIn(ctx: AnyContext): readonly string[] {
  if (!ctx.is('tool.result')) return [];
  const { tool, outcome, content } = ctx.envelope.tool_result;
  const result = resultText(content);
  return [`[You called the tool ${tool} earlier in this conversation. It ${outcome}, with this result: ${result}]`];
}
