import type { ListedConversation } from '@parley/protocol';
import { useEffect, useMemo, useState } from 'react';
import { useWaitingRooms } from '../../api/approvals.ts';
import { useMembership } from '../../api/membership.ts';
import type { RoomMessages } from '../../api/room-messages.ts';
import { absenceOf, turnOf } from '../../api/turn.ts';
import type { Turn } from '../../api/turn.ts';
import { useNow } from '../../ui/use-now.ts';
import type { RoomAgent } from './spoken-for.ts';

/** Returns the agent of a room, and whether it receives the user's messages. */
export function useRoomAgent({ agentMembers, agentStatus }: ListedConversation): RoomAgent | null {
  const agent = agentMembers[0];
  const { data: membership } = useMembership(agent?.agentId ?? null);
  const standing = absenceOf({ agentStatus, isBlocked: membership?.blocked ?? false }) ?? 'connected';
  const { agentId, name = '', avatarAssetId: picture = null } = agent ?? {};
  return useMemo(
    () => (agentId === undefined ? null : { agentId, name, picture, standing }),
    [agentId, name, picture, standing],
  );
}

/** Returns the state of the user's last message to the agent; updates every second while it can change with time. */
export function useTurn(room: ListedConversation, held: RoomMessages): Turn | null {
  const agent = room.agentMembers[0];
  const { data: membership } = useMembership(agent?.agentId ?? null);
  const waitsForDecision = useWaitingRooms().has(room.conversationId);
  const [isOpen, setOpen] = useState(false);
  const now = useNow(isOpen ? 1000 : 30_000);
  const facts = { agentStatus: room.agentStatus, isBlocked: membership?.blocked ?? false, waitsForDecision };
  const turn = agent ? turnOf(held, agent, facts, now) : null;
  const changes =
    turn !== null && (turn.stage === 'undispatched' || turn.stage === 'dispatched') && turn.sinceMs < 60_000;
  useEffect(() => setOpen(changes), [changes]);
  return turn;
}
