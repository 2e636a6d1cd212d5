import type { Message } from '@parley/protocol';
import { useQueryClient } from '@tanstack/react-query';
import { react } from '../../../api/reactions.ts';
import { toast } from '../../../ui/toasts.tsx';
import { reactionWords as words } from '../../../words/reactions.ts';

/** Returns a function that adds the user's reaction to a message or takes it back, and says why if that is refused. */
export function useReact(message: Message) {
  const client = useQueryClient();
  return (emoji: string, isWanted: boolean): void => {
    react(client, message, emoji, isWanted).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : '';
      toast(isWanted ? words.notAdded(emoji, reason) : words.notTakenBack(emoji, reason));
    });
  };
}
