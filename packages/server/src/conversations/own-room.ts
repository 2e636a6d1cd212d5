import { isId, type UserId } from '@parley/protocol';
import { refuse } from '../routing/refusal.ts';
import type { Db, Tx } from '../storage/storage.ts';
import { findOwnRoom, lockRooms, type OwnRoomRow, type PeopledRoomRow } from './queries.ts';

/** The room, where this person is in it; any other is not there. */
export async function ownRoom(db: Db | Tx, userId: UserId, conversationId: string): Promise<OwnRoomRow> {
  const room = isId('conversation', conversationId) ? await findOwnRoom(db, conversationId, userId) : null;
  return room ?? refuse('conversation_not_found');
}

/** The room, where this person is in it, locked for a change. */
export async function lockOwnRoom(tx: Tx, userId: UserId, conversationId: string): Promise<PeopledRoomRow> {
  const room = isId('conversation', conversationId) ? (await lockRooms(tx, [conversationId]))[0] : undefined;
  return room?.people.includes(userId) ? room : refuse('conversation_not_found');
}

/** One person with one agent, or two people, is a direct room; any other is a group. */
export function kindOf(people: number, hasAgent: boolean): 'direct' | 'group' {
  return people + (hasAgent ? 1 : 0) === 2 ? 'direct' : 'group';
}
