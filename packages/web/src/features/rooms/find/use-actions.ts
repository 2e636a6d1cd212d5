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
import { platformWords } from '../../../words/platform-lines.ts';
import { tomorrowMorning } from '../attention.ts';
import { roomTitle } from '../room-title.ts';

/** An action with its name. */
export interface Action {
  readonly name: string;
  readonly run: () => void;
}

/** Opens the app's own dialogs. */
export interface Openers {
  readonly newConversation: () => void;
  readonly giveTask: () => void;
}

/** Further decisions are only in the inbox. */
const decisionsAtMost = 3;

/** Returns the actions that are available anywhere, and those of the open room. */
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
  // The palette is closed when the request ends, so a toast shows the result.
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

/**
 * The palette denies a pending approval directly. It only links to one for approval, because the user must see the exact
 * arguments.
 */
function useDecisionActions(room: ListedConversation | undefined): readonly Action[] {
  const { data: pending = [] } = usePendingApprovals();
  const decide = useDecide();
  const navigate = useNavigate();
  const here = pending.filter(({ conversationId }) => conversationId === room?.conversationId);
  const waiting = here.length > 0 ? here : pending;
  return waiting.slice(0, decisionsAtMost).flatMap((approval: Approval) => [
    { name: words.approve(platformWords.said(approval.action)), run: () => navigate(paths.inbox) },
    {
      name: words.deny(platformWords.said(approval.action)),
      // The card shows the result, and the inbox has the card.
      run: () => {
        decide(approval.id, { decision: 'denied' });
        if (here.length === 0) navigate(paths.inbox);
      },
    },
  ]);
}
