import type { Approval, ListedConversation } from '@parley/protocol';
import { useDecide, usePendingApprovals } from '../../../api/approvals.ts';
import { useConversations } from '../../../api/conversations.ts';
import { isMuted } from '../../../api/is-muted.ts';
import { useRoomAttention } from '../../../api/room-settings.ts';
import type { RoomAttention } from '../../../api/room-settings.ts';
import { paths } from '../../../navigation/paths.ts';
import { useNavigate } from '../../../navigation/use-navigate.ts';
import { useOpenRoom } from '../../../navigation/use-open-room.ts';
import { dateAndTime } from '../../../ui/format-time.ts';
import { toast } from '../../../ui/toasts.tsx';
import { findWords as words } from '../../../words/find.ts';
import { tomorrowMorning } from '../attention.ts';
import { roomTitle } from '../room-title.ts';

/** Something to do, by its name. */
export interface Action {
  readonly name: string;
  readonly run: () => void;
}

/** What the app itself opens. */
export interface Openers {
  readonly newConversation: () => void;
  readonly giveTask: () => void;
}

/** More decisions than these are made in the inbox. */
const decisionsAtMost = 3;

/** What can be done from anywhere, and in the room that is open. */
export function useActions(openers: Openers): readonly Action[] {
  const navigate = useNavigate();
  const openRoom = useOpenRoom();
  const { data: rooms } = useConversations();
  const room = rooms?.find(({ conversationId }) => conversationId === openRoom);
  const ofRoom = useRoomActions(room, openers);
  const decisions = useDecisionActions(room);
  return [
    ...decisions,
    ...ofRoom,
    { name: words.newConversation, run: openers.newConversation },
    { name: words.goToInbox, run: () => navigate(paths.inbox) },
    { name: words.goToAgents, run: () => navigate(paths.agents) },
    { name: words.goToYou, run: () => navigate(paths.you) },
  ];
}

function useRoomActions(room: ListedConversation | undefined, openers: Openers): readonly Action[] {
  const attention = useRoomAttention(room?.conversationId ?? 'cnv_');
  if (!room) return [];
  const title = roomTitle(room);
  const agent = room.agentMembers[0];
  const until = tomorrowMorning(new Date()).toISOString();
  // The palette is gone by then, so what came of it is said beside it.
  const prefer = (body: RoomAttention, done: string) =>
    void attention.mutateAsync(body).then(
      () => toast(done),
      (error: Error) => toast(error.message),
    );
  const mute: Action = {
    name: words.muteUntilTomorrow(title),
    run: () => prefer({ mutedUntil: until }, words.muted(title, dateAndTime(until))),
  };
  const unmute: Action = {
    name: words.unmute(title),
    run: () => prefer({ muted: false, mutedUntil: null }, words.unmuted(title)),
  };
  return [
    ...(agent && room.agentStatus !== 'deleted' ? [{ name: words.giveTask(agent.name), run: openers.giveTask }] : []),
    isMuted(room, new Date()) ? unmute : mute,
  ];
}

/** A decision that waits is denied at once; it is approved where its exact arguments stand, and nowhere else. */
function useDecisionActions(room: ListedConversation | undefined): readonly Action[] {
  const { data: pending = [] } = usePendingApprovals();
  const decide = useDecide();
  const navigate = useNavigate();
  const here = pending.filter(({ conversationId }) => conversationId === room?.conversationId);
  const waiting = here.length > 0 ? here : pending;
  return waiting.slice(0, decisionsAtMost).flatMap((approval: Approval) => [
    { name: words.approve(approval.action), run: () => navigate(paths.inbox) },
    {
      name: words.deny(approval.action),
      // The card says what came of it, and it stands in the inbox.
      run: () => {
        decide(approval.id, 'denied');
        if (here.length === 0) navigate(paths.inbox);
      },
    },
  ]);
}
