import { setImmediate as tick } from 'node:timers/promises';
import { limits, type FoundMessage, type Page, type UserId } from '@parley/protocol';
import { findAgents, ownsAnyAgent } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { requireMember } from '../../conversations/require-member.ts';
import { readTimeCursor, writeCursor } from '../../../platform/routing/pages.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import type { Db } from '../../../platform/storage/storage.ts';
import { findUsers } from '../../../accounts/users/queries.ts';
import { idsOf, nameOf } from '../read/present.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { findMessages } from '../../transcript/queries.ts';
import { openSearch, type Search } from './open-search.ts';
import { snippetOf } from './snippet.ts';
import { textsOf } from '../../transcript/texts.ts';
import { termsOf, type Term } from '../../transcript/units.ts';

interface Query {
  readonly q?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Maximum number of lookups for one page. The page is shorter if many candidates were no matches. */
const roundsMax = 4;

/**
 * Returns a page of the messages that match, newest first. Each candidate of the index is compared with the whole query
 * as this reader reads the message, so the result reveals nothing that the reader may not see.
 */
export async function searchMessages(
  { storage }: Pick<App, 'storage'>,
  userId: UserId,
  { q = '', conversationId, limit, cursor }: Query,
): Promise<Page<FoundMessage>> {
  const length = [...q].length;
  if (length < 1 || length > limits.searchQueryCharacters) {
    refuse('malformed_request', { message: `q has 1 to ${limits.searchQueryCharacters} characters.` });
  }
  const start = readTimeCursor(cursor);
  const conversation = conversationId === undefined ? null : await requireMember(storage.db, userId, conversationId);
  const terms = termsOf(q);
  if (terms.length === 0) return { items: [], nextCursor: null };
  const search = await openSearch(storage, {
    userId,
    terms,
    conversationId: conversation?.conversation_id ?? null,
    ownsAgent: await ownsAnyAgent(storage.db, userId),
  });
  return collect(storage.db, search, { userId, terms, start, limit });
}

interface Wanted {
  readonly userId: UserId;
  readonly terms: readonly Term[];
  readonly start: readonly [at: string, id: string] | null;
  readonly limit: number;
}

async function collect(db: Db, search: Search, { userId, terms, start, limit }: Wanted): Promise<Page<FoundMessage>> {
  const items: FoundMessage[] = [];
  let below = start;
  for (let round = 0; round < roundsMax; round += 1) {
    const wanted = limit - items.length;
    const { found: candidates, floor } = await search.next(below, wanted + 1);
    const looked = candidates.slice(0, wanted);
    const { rows } = await findMessages(
      db,
      looked.map((candidate) => candidate.message_id),
    );
    items.push(...(await present(db, userId, terms, rows)));
    // If the byte limit cut the rows, the rest is searched again. A message that was erased meanwhile is skipped.
    const last = rows.length < looked.length ? (rows.at(-1) ?? looked.at(-1)) : looked.at(-1);
    const isAll = candidates.length <= wanted && last?.message_id === candidates.at(-1)?.message_id;
    const end = isAll ? floor : last;
    if (!end) return { items, nextCursor: null };
    below = [end.created_at.toISOString(), end.message_id];
    if (items.length >= limit) break;
  }
  return { items, nextCursor: below === null ? null : writeCursor(below) };
}

async function present(
  db: Db,
  userId: UserId,
  terms: readonly Term[],
  rows: readonly MessageRow[],
): Promise<FoundMessage[]> {
  const [agents, users] = await Promise.all([findAgents(db, idsOf(rows, 'agent')), findUsers(db, idsOf(rows, 'user'))]);
  const names = {
    agents: new Map(agents.map((agent) => [agent.agent_id as string, agent])),
    users: new Map(users.map((user) => [user.user_id as string, user])),
  };
  const items: FoundMessage[] = [];
  for (const row of rows) {
    const ownsAgent = names.agents.get(row.author_id ?? '')?.owner_user_id === userId;
    const snippet = snippetOf(textsOf(row, { ownsAgent }), terms);
    if (snippet !== null) items.push(found(row, nameOf(names, row), snippet));
    // The largest message takes tens of milliseconds. Yield to other requests between two messages.
    await tick();
  }
  return items;
}

function found(row: MessageRow, name: string, snippet: string): FoundMessage {
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    seq: row.seq,
    author: { type: row.author_type, id: row.author_id, name },
    snippet,
    createdAt: row.created_at.toISOString(),
  };
}
