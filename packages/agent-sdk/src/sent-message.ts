import type { EditByAgentAnswer } from '@parley/protocol';
import type { CallOptions } from './call-options.ts';
import type { Content } from './content.ts';

/** What the platform says of a message that it has taken, with what can still be done about the message. */
export type SentMessage<Answer> = Answer & {
  /**
   * Replaces the blocks of this message, for 7 days and at most 20 times. Nobody is notified; people can read the earlier versions. The
   * same blocks change nothing.
   *
   * @throws RefusedError with the code `edit_window_over`, `edit_limit_reached`, `message_locked` (somebody has answered its form or
   * chosen one of its options, or an approval that was asked in the same turn is pending or approved), `message_not_found` (deleted,
   * or the agent is blocked or has left) or `reply_stopped`.
   * @example
   * const sent = await ctx.reply('Looking for a table …');
   * await sent.edit('A table for four, at eight.');
   */
  edit(content: Content, options?: CallOptions): Promise<EditByAgentAnswer>;
};

type Edit = (messageId: string, content: Content, options?: CallOptions) => Promise<EditByAgentAnswer>;

/** Adds `edit` to an answer. It is not enumerable, so that the answer is logged and compared as it came. */
export function withEdit<Answer extends { readonly message_id: string }>(
  answer: Answer,
  edit: Edit,
): SentMessage<Answer> {
  const value = (content: Content, options?: CallOptions) => edit(answer.message_id, content, options);
  return Object.defineProperty({ ...answer }, 'edit', { value }) as SentMessage<Answer>;
}
