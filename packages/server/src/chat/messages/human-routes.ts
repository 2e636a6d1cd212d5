import { routes, type Refusal } from '@parley/protocol';
import type { App } from '../conversations/app.ts';
import type { StoredAnswer } from '../../platform/routing/stored-answer.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import { acting } from '../../platform/routing/acting.ts';
import { humanRoute, type HumanRoute } from '../../platform/routing/route.ts';
import { createBatcher } from '../../platform/storage/batcher.ts';
import { exportConversation } from './read/export-conversation.ts';
import { listAround } from './read/list-around.ts';
import { listFiles } from './read/list-files.ts';
import { listMessages } from './read/list-messages.ts';
import { deleteMessage } from './delete/delete-message.ts';
import { editMessage } from './edit/edit-message.ts';
import { listRevisions } from './edit/list-revisions.ts';
import { addReaction, removeReaction } from './reactions/react.ts';
import { readReactions } from './reactions/read-reactions.ts';
import { sendWithSpan } from './message-span.ts';
import { readMessage } from './read/read-message.ts';
import { attachmentRoute } from './send/send-attachment.ts';
import type { SendMessage } from './send/send.ts';
import { sendFromCache, sendUnderLock } from './send/send-messages.ts';
import { isCached } from './send/send-view.ts';
import { searchMessages } from './search/search-messages.ts';
import { stopMessage, type DenyPending } from './drafts/stop-message.ts';

/** Routes for messages in people's conversations. */
export function messageRoutes(app: App, denyPending: DenyPending): HumanRoute[] {
  const sends = createBatcher<SendMessage, StoredAnswer | Refusal>({
    maxBatch: 256,
    maxQueued: 10_000,
    onRun: (size) => app.metrics.batchRan('send', size),
    run: (batch) => sendUnderLock(app, batch),
  });
  const cached = createBatcher<SendMessage, StoredAnswer | null>({
    maxBatch: 256,
    maxQueued: 10_000,
    onRun: (size) => app.metrics.batchRan('send from cache', size),
    run: (batch) => sendFromCache(app, batch),
  });
  const decide = async (message: SendMessage) => {
    const sent = isCached(app, message) ? await cached.add(message) : null;
    if (sent) return sent;
    const { unproven, sender } = message;
    return sends.add({ ...message, sender: unproven ? await unproven.confirm() : sender, unproven: null });
  };
  const send = (message: SendMessage) => sendWithSpan(message, decide);
  return [
    humanRoute(
      routes.sendMessage,
      async ({ caller, confirm, params, body, key, trace }) => {
        const { conversationId } = params;
        const unproven = confirm && { hash: caller.proof.hash, confirm };
        const verdict = await send({ sender: caller, unproven, conversationId, ...body, key, trace });
        if ('code' in verdict) throw new Refused(verdict);
        return verdict;
      },
      { recalls: true },
    ),
    attachmentRoute(app, send),
    humanRoute(routes.listMessages, ({ caller, params, query, refuse }) => {
      const { around, before, after, cursor, limit } = query;
      if (around === undefined) return listMessages(app, caller.userId, params.conversationId, query);
      if (before !== undefined || after !== undefined || cursor !== undefined) {
        return refuse('malformed_request', { message: 'Say around alone, without before, after or cursor.' });
      }
      return listAround(app, caller.userId, params.conversationId, { around, limit });
    }),
    humanRoute(routes.exportConversation, ({ caller, params, query }) =>
      exportConversation(app, caller.userId, params.conversationId, query.format ?? 'md'),
    ),
    humanRoute(routes.getMessage, async ({ caller, params }) => ({
      item: await readMessage(app, caller.userId, params),
    })),
    humanRoute(routes.searchMessages, ({ caller, query }) => searchMessages(app, caller.userId, query)),
    humanRoute(routes.listFiles, ({ caller, params, query }) =>
      listFiles(app, caller.userId, params.conversationId, query),
    ),
    humanRoute(routes.editMessage, ({ caller, params, body }) =>
      editMessage(app, { userId: caller.userId, ...params, text: body.text }),
    ),
    humanRoute(routes.deleteMessage, ({ caller, params }) => deleteMessage(app, { userId: caller.userId, ...params })),
    humanRoute(routes.listRevisions, ({ caller, params }) => listRevisions(app, { userId: caller.userId, ...params })),
    humanRoute(routes.listReactions, ({ caller, params }) => readReactions(app, { userId: caller.userId, ...params })),
    humanRoute(routes.addReaction, ({ caller, params }) => addReaction(app, { userId: caller.userId, ...params })),
    humanRoute(routes.removeReaction, ({ caller, params }) =>
      removeReaction(app, { userId: caller.userId, ...params }),
    ),
    humanRoute(routes.stopMessage, ({ caller, params, act }) =>
      stopMessage(acting(app, act), { userId: caller.userId, ...params }, denyPending),
    ),
  ];
}
