import { Readable } from 'node:stream';
import { blocksAsText, type ListedConversation, type Message, type UserId } from '@parley/protocol';
import type { BytesAnswer } from '../../../platform/routing/route.ts';
import type { App } from '../../conversations/app.ts';
import { presentConversation } from '../../conversations/present.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { messagePages } from './message-pages.ts';

type ExportApp = Pick<App, 'storage' | 'clock' | 'engine'>;
type Format = 'md' | 'json';

const mediaTypes: Readonly<Record<Format, string>> = {
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/**
 * Streams what a person may read of a conversation as an attachment, oldest first, without drafts, up to the last message
 * at the time of the request. It holds one page in memory. It breaks off, without its end, if the person leaves meanwhile.
 */
export async function exportConversation(
  app: ExportApp,
  userId: UserId,
  conversationId: string,
  format: Format,
): Promise<BytesAnswer> {
  const { conversation_id: id } = await requireMember(app.storage.db, userId, conversationId);
  const { item } = await presentConversation(app.storage.db, userId, conversationId);
  const write = format === 'json' ? writeJson : writeMarkdown;
  const pages = messagePages(app, userId, item);
  // Read before the answer begins, so that a failure is still an error of the call.
  const first = await pages.next();
  return {
    status: 200,
    headers: {
      'content-type': mediaTypes[format],
      // The id alone, because a title may hold anything.
      'content-disposition': `attachment; filename="${id}.${format}"`,
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
    bytes: Readable.from(write(item, continued(first, pages)), { objectMode: false }),
  };
}

async function* continued(first: IteratorResult<Message[], void>, pages: AsyncIterable<Message[]>) {
  if (!first.done) yield first.value;
  yield* pages;
}

async function* writeJson(conversation: ListedConversation, pages: AsyncIterable<Message[]>) {
  yield `{"conversation":${JSON.stringify(conversation)},"items":[`;
  let separator = '';
  for await (const messages of pages) {
    for (const message of messages) {
      yield separator + JSON.stringify(message);
      separator = ',\n';
    }
  }
  yield ']}\n';
}

async function* writeMarkdown(conversation: ListedConversation, pages: AsyncIterable<Message[]>) {
  const names = conversation.agentMembers.map(({ name }) => name);
  yield `# ${conversation.title ?? (names.join(', ') || 'Conversation')}\n`;
  for await (const messages of pages) {
    for (const message of messages) {
      const { author, createdAt, body, blocks, deleted } = message;
      const text = deleted ? '_deleted_' : (body ?? blocksAsText(blocks, Number.MAX_SAFE_INTEGER));
      // Quoted, so that no text can pass for another message.
      yield `\n**${author.name}**, ${createdAt}\n\n> ${text.split(/\r\n|[\n\r\u2028\u2029]/).join('\n> ')}\n`;
    }
  }
}
