import type { AgentId } from '@parley/protocol';
import { useEffect, useState } from 'react';
import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useAgent } from '../api/agents.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { forgetFreshCredential, freshCredential } from '../api/fresh-credential.ts';
import { useMe } from '../api/session.ts';
import { ConnectAgent } from '../features/agents/connect-agent.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { Actions } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { agentWords as words } from '../words/agents.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Page } from './page.tsx';
import { Talk } from './talk.tsx';

/** Shows how to start an agent's program for the first time. A newly issued credential is shown here and nowhere later. */
export function ConnectAgentScreen({ agentId }: { readonly agentId: AgentId }) {
  const [issued] = useState(() => freshCredential(agentId));
  const { data: agent, error } = useAgent(agentId);
  const me = useMe();
  const navigate = useNavigate();
  useEffect(() => forgetFreshCredential, []);

  if (agent && agent.ownerUserId !== me.userId) return <NotFoundScreen />;
  const name = agent?.name ?? words.agent;
  return (
    <Page
      back={{ to: paths.agent(agentId), label: name }}
      title={issued ? words.registered(name) : words.connectTitle(name)}
    >
      <UnreadTitle title={words.connectTitle(name)} />
      {error && !agent && <ErrorNotice error={error} />}
      {!agent && !error && <Skeleton label={words.loading} />}
      {agent && <ConnectAgent agent={agent} issued={issued} />}
      {agent && (
        <Actions>
          <Button look="quiet" onClick={() => navigate(paths.playground)}>
            {words.playground}
          </Button>
          {agent.status === 'live' && <Talk agent={agent} look="plain" />}
          {issued && (
            <Button look="primary" onClick={() => navigate(paths.agent(agentId))}>
              {words.copied}
            </Button>
          )}
        </Actions>
      )}
    </Page>
  );
}
