import {
  isId,
  limits,
  type AgentId,
  type HistoryAnswer,
  type RouteQuery,
  type Routes,
  type UserId,
} from '@parley/protocol';
import type { AgentRow } from '../../../accounts/agents/agent.ts';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../conversations/app.ts';
import { findSeat, type SeatRow } from '../../conversations/seat-queries.ts';
import { JsonText } from '../../../platform/routing/json-text.ts';
import { fittingTexts } from '../../../platform/routing/pages.ts';
import { mayUse } from '../../../accounts/permissions/held-scopes.ts';
import { noteTry, type ScopeTry } from '../../../accounts/permissions/note-try.ts';
import { noteUse } from '../../../accounts/permissions/note-use.ts';
import { findMemberships } from '../../../accounts/permissions/queries.ts';
import { notGranted } from '../../../accounts/permissions/scope-hint.ts';
import { historyScope } from '../../../accounts/permissions/scopes.ts';
import { refuse } from '../../../platform/routing/refusal.ts';
import { pageOfHistory } from '../../transcript/history-queries.ts';
import { readAuthority } from '../reply/check-delivery.ts';
import { readStart, writeStart, type Start } from './page-start.ts';
import type { MessageRow } from '../../conversations/message-row.ts';
import { presentEntry } from './present-entry.ts';

/**
 * Returns a page of the messages that an agent may read in its conversation, since it took its current seat. A page
 * scans a bounded number of messages, because most may be by people without the grant; its cursor continues after the
 * last one scanned.
 */
export async function readHistory(
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  agentId: AgentId,
  conversationId: string,
  query: RouteQuery<Routes['readHistory']>,
): Promise<JsonText<HistoryAnswer>> {
  const { storage, clock } = app;
  const { db } = storage;
  const start = readStart(query);
  const seat = isId('conversation', conversationId) ? await findSeat(db, agentId, conversationId) : null;
  const [agent] = await findAgents(db, [agentId]);
  if (seat === null || agent === undefined) return refuse('conversation_not_found');
  const isRequested = agent.requested_scopes.some(({ scope }) => scope === historyScope);
  if (seat.kind === 'direct') await authorizeGrant(app, agent, seat, isRequested);
  else if (isRequested) await askPerson(app, agentId, seat, query.delivery_id);

  const { above, below } = scopeOf(seat, start);
  const page = { agentId, conversationId: seat.conversation_id, direction: start.direction, above, below, isRequested };
  const { rows, isCut } = await pageOfHistory(db, { ...page, limit: query.limit + 1 });
  const texts = fittingTexts(rows.slice(0, query.limit), (row) => JSON.stringify(presentEntry(row)));
  const userIds = usedGrantsOf(seat, rows.slice(0, texts.length));
  const use = { agentId, userIds, scope: historyScope, now: new Date(clock.now()) };
  if (userIds.length > 0) await storage.transaction((tx) => noteUse(tx, use));

  const last = rows[texts.length - 1];
  const hasMore = isCut || rows.length > texts.length;
  const nextCursor = hasMore && last ? writeStart(start.direction, last.seq) : cursorBehind(seat, start, above, below);
  if (start.direction === 'back') texts.reverse();
  return new JsonText(`{"items":[${texts.join(',')}],"next_cursor":${JSON.stringify(nextCursor)}}`);
}

/** In a group nothing is refused, so the person for whom the agent reads is asked for the grant, unless they gave it. */
async function askPerson(
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  agentId: AgentId,
  seat: SeatRow,
  deliveryId: string | undefined,
): Promise<void> {
  if (deliveryId === undefined || !isId('delivery', deliveryId)) return;
  const reference = { agentId, deliveryId };
  const authority = await app.storage.transaction((tx) => readAuthority(tx, app.clock.now(), reference));
  if (authority?.conversation_id === seat.conversation_id)
    await noteTry(app, triedBy(agentId, seat, [authority.user_id]));
}

function triedBy(agentId: AgentId, { conversation_id: conversationId }: SeatRow, userIds: readonly UserId[]): ScopeTry {
  return { agentId, userIds, scope: historyScope, conversationId, deliveryId: null };
}

/**
 * Refuses if the person of a direct conversation has not granted `history.read`, even for the agent's own messages. A
 * block gives the same error, so that the agent cannot tell.
 */
async function authorizeGrant(
  app: Pick<App, 'commit' | 'storage' | 'clock'>,
  agent: AgentRow,
  seat: SeatRow,
  isRequested: boolean,
): Promise<void> {
  const pairs = seat.people.map((userId) => ({ agentId: agent.agent_id, userId }));
  const [membership] = await findMemberships(app.storage.db, pairs);
  if (mayUse(agent, membership, historyScope)) return;
  if (isRequested) await noteTry(app, triedBy(agent.agent_id, seat, seat.people));
  refuse('scope_not_granted', notGranted(agent, historyScope));
}

/**
 * Returns the people with a grant that the page uses: in a direct conversation its person, in a group the authors on
 * the page.
 */
function usedGrantsOf({ kind, people }: SeatRow, rows: readonly MessageRow[]): readonly UserId[] {
  if (kind === 'direct') return people;
  return [...new Set(rows.flatMap((row) => (row.author_type === 'user' ? [row.author_id as UserId] : [])))];
}

/** Returns the seqs that a page scans, both bounds exclusive. */
function scopeOf({ after_seq, last_seq }: SeatRow, { direction, seq }: Start): { above: number; below: number } {
  const newest = last_seq + 1;
  if (direction === 'back') {
    const below = Math.min(seq, newest);
    return { above: Math.max(after_seq, below - 1 - limits.historyScanMessages), below };
  }
  const above = Math.max(seq, after_seq);
  return { above, below: Math.min(newest, above + 1 + limits.historyScanMessages) };
}

/** Returns the cursor after a page that scanned its whole range, or null at the end. */
function cursorBehind({ after_seq, last_seq }: SeatRow, { direction }: Start, above: number, below: number) {
  if (direction === 'back') return above > after_seq ? writeStart('back', above + 1) : null;
  return below <= last_seq ? writeStart('on', below - 1) : null;
}
