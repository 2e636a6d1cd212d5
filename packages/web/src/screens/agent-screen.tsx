import type { AgentId } from '@parley/protocol';
import { Flag, Pencil, Plug } from 'lucide-react';
import { paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useAgent } from '../api/agents.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { useMe } from '../api/session.ts';
import { AccessRequests } from '../features/access/access-requests.tsx';
import { AdminDecisions } from '../features/agents/admin-decisions.tsx';
import { AgentOverview } from '../features/agents/agent-overview.tsx';
import { AgentSwitches } from '../features/agents/agent-switches.tsx';
import { ConnectionState } from '../features/agents/connection-state.tsx';
import { Credentials } from '../features/agents/credentials.tsx';
import { DeliveryLog } from '../features/agents/delivery-log.tsx';
import { GiveAway } from '../features/agents/give-away.tsx';
import { AgentModelSection } from '../features/models/agent-model.tsx';
import { AskedPeople } from '../features/permissions/asked-people.tsx';
import { StandingGrants } from '../features/permissions/standing-grants.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { agentWords as words } from '../words/agents.ts';
import { reportWords } from '../words/reports.ts';
import { screenWords } from '../words/screens.ts';
import { Entrance } from './entrance.tsx';
import { Page } from './page.tsx';
import styles from './agent-screen.module.css';

/** Shows one agent: its public profile, and its owner's controls. */
export function AgentScreen({ agentId }: { readonly agentId: AgentId }) {
  const { data: agent, error } = useAgent(agentId);
  const me = useMe();
  const navigate = useNavigate();
  const isOwner = agent?.ownerUserId === me.userId;
  const isMissing = !agent && error !== null;
  return (
    <Page
      back={isOwner ? { to: paths.agents, label: words.yours } : { to: paths.home, label: screenWords.conversations }}
      // The name of an agent is the heading of its page; without one the page needs another.
      {...(isMissing && { title: words.agent })}
    >
      <UnreadTitle title={agent?.name ?? words.agent} />
      {isMissing && <ErrorNotice error={error} />}
      {!agent && !error && <Skeleton label={words.loading} />}
      {agent && (
        <>
          <AgentOverview agent={agent} />
          {isOwner && agent.status !== 'deleted' && <AdminDecisions agent={agent} />}
          <div className={styles.actions}>
            {agent.status === 'live' && <Entrance agent={agent} isOwner={isOwner} />}
            {!isOwner && (
              <Button icon={<Flag size={16} aria-hidden />} onClick={() => navigate(paths.report('agent', agentId))}>
                {reportWords.report}
              </Button>
            )}
            {isOwner && agent.status !== 'deleted' && (
              <>
                <Button icon={<Plug size={16} aria-hidden />} onClick={() => navigate(paths.connectAgent(agentId))}>
                  {words.connect}
                </Button>
                <Button icon={<Pencil size={16} aria-hidden />} onClick={() => navigate(paths.editAgent(agentId))}>
                  {words.edit}
                </Button>
                <GiveAway agent={agent} />
                <AgentSwitches agent={agent} />
              </>
            )}
          </div>
        </>
      )}
      {agent && <StandingGrants agentId={agentId} name={agent.name} level={2} />}
      {agent && isOwner && (
        <>
          <AgentModelSection agentId={agentId} />
          <AskedPeople agentId={agentId} name={agent.name} />
          {agent.status !== 'deleted' && <ConnectionState agentId={agentId} />}
          {agent.access === 'request' && <AccessRequests agentId={agentId} />}
          <Credentials agentId={agentId} />
          <DeliveryLog agentId={agentId} />
        </>
      )}
    </Page>
  );
}
