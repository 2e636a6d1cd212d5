import { findAgentToWriteTo, findOwnAgent } from '../api/find-agent.ts';
import { deliveryLine, followDeliveries } from '../api/follow-deliveries.ts';
import { followMessages, messageLine } from '../api/follow-messages.ts';
import { openSignedIn, type VerbOptions } from '../context.ts';
import { exitCodes, Failure, usage } from '../failure.ts';
import { untilStopped } from '../until-stopped.ts';
import { findConversation } from './send.ts';

export interface TailOptions extends VerbOptions {
  /** How many of those that there are already are shown. */
  readonly limit: string;
  readonly follow: boolean;
}

/** Shows the deliveries of an own agent as they come and change, or the messages of a conversation. */
export async function tail(what: string, options: TailOptions): Promise<void> {
  const past = Number(options.limit);
  if (!Number.isInteger(past) || past < 0 || past > 200) {
    throw usage('limit_invalid', `"${options.limit}" is no number of lines.`, 'Give a whole number from 0 to 200.');
  }
  const { out, client } = await openSignedIn(options);
  const signal = options.follow ? untilStopped() : null;
  const agent = what.startsWith('cnv_') ? null : await findOwnAgent(client, what);
  if (agent !== null) {
    if (signal) out.note(`The deliveries of ${agent.handle}; Ctrl+C ends this.`);
    return followDeliveries(client, agent.agentId, { past, signal }, (entry) => out.line(entry, deliveryLine(entry)));
  }
  const conversationId = what.startsWith('cnv_') ? what : await conversationOf();
  if (signal) out.note(`The messages of ${conversationId}; Ctrl+C ends this.`);
  await followMessages(client, conversationId, { past, signal }, async (message) =>
    out.line(message, out.isJson ? '' : await messageLine(message)),
  );

  async function conversationOf(): Promise<string> {
    const { agentId, handle } = await findAgentToWriteTo(client, what);
    const found = await findConversation(client, agentId);
    if (found !== null) return found;
    throw new Failure({
      code: 'conversation_not_found',
      message: `You have no conversation with ${handle}.`,
      hint: `Begin one with parley send ${handle} Hello.`,
      exitCode: exitCodes.fault,
    });
  }
}
