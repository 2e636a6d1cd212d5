import type { Agent } from '@parley/protocol';
import { MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useOpenConversation } from '../api/conversations.ts';
import { newKey } from '../api/new-key.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import type { ButtonProps } from '../ui/button.tsx';
import { agentPageWords } from '../words/agent-page.ts';

/** Opens a room with the agent. */
export function Talk({ agent, look = 'primary' }: { readonly agent: Agent; readonly look?: ButtonProps['look'] }) {
  const [idempotencyKey] = useState(newKey);
  const open = useOpenConversation();
  const navigate = useNavigate();

  async function start(): Promise<void> {
    const { item } = await open.mutateAsync({ agentIds: [agent.agentId], userIds: [], idempotencyKey });
    navigate(paths.room(item.conversationId));
  }

  return (
    <>
      <Button
        look={look}
        busy={open.isPending}
        icon={<MessageSquare size={16} aria-hidden />}
        onClick={() => void start().catch(() => undefined)}
      >
        {agentPageWords.talk}
      </Button>
      {open.error && <ErrorNotice error={open.error} />}
    </>
  );
}
