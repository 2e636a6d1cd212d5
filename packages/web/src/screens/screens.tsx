import type { AgentId, ConversationId, DeliveryId, MessageId } from '@parley/protocol';
import { Suspense, useDeferredValue } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { screenWords } from '../words/screens.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { HomeScreen } from './home-screen.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

const RoomScreen = lazyScreen(() => import('./room-screen.tsx'), 'RoomScreen');
const InboxScreen = lazyScreen(() => import('./inbox-screen.tsx'), 'InboxScreen');
const PermissionsScreen = lazyScreen(() => import('./permissions-screen.tsx'), 'PermissionsScreen');
const FindScreen = lazyScreen(() => import('./find-screen.tsx'), 'FindScreen');
const TasksScreen = lazyScreen(() => import('./tasks-screen.tsx'), 'TasksScreen');
const YouScreen = lazyScreen(() => import('./you-screen.tsx'), 'YouScreen');
const ServerScreen = lazyScreen(() => import('./server-screen.tsx'), 'ServerScreen');
const ReportScreen = lazyScreen(() => import('./report-screen.tsx'), 'ReportScreen');
const AgentsScreen = lazyScreen(() => import('./agents-screen.tsx'), 'AgentsScreen');
const RegisterAgentScreen = lazyScreen(() => import('./register-agent-screen.tsx'), 'RegisterAgentScreen');
const AddModelScreen = lazyScreen(() => import('./add-model-screen.tsx'), 'AddModelScreen');
const EditAgentScreen = lazyScreen(() => import('./edit-agent-screen.tsx'), 'EditAgentScreen');
const ConnectAgentScreen = lazyScreen(() => import('./connect-agent-screen.tsx'), 'ConnectAgentScreen');
const DeliveryScreen = lazyScreen(() => import('./delivery-screen.tsx'), 'DeliveryScreen');
const AgentScreen = lazyScreen(() => import('./agent-screen.tsx'), 'AgentScreen');

/** The screens of a signed-in person, one row each. The previous screen stays until the next one's code is loaded. */
export function Screens() {
  const location = useDeferredValue(usePlace().pathname);
  return (
    <CrashBoundary place={location}>
      <Suspense fallback={<Skeleton label={screenWords.loading} />}>
        <Switch location={location}>
          <Route path="/" component={HomeScreen} />
          <Route path="/c">
            <Redirect to={paths.home} replace />
          </Route>
          <Route path="/c/:conversationId/m/:messageId">
            {({ conversationId, messageId }) => (
              <RoomScreen conversationId={conversationId as ConversationId} messageId={messageId as MessageId} />
            )}
          </Route>
          <Route path="/c/:conversationId">
            {({ conversationId }) => <RoomScreen conversationId={conversationId as ConversationId} messageId={null} />}
          </Route>
          <Route path="/inbox" component={InboxScreen} />
          <Route path="/find" component={FindScreen} />
          <Route path="/tasks" component={TasksScreen} />
          <Route path="/you/*?" component={YouScreen} />
          <Route path="/server/*?" component={ServerScreen} />
          <Route path="/report/:type/:id">{({ type, id }) => <ReportScreen type={type} id={id} />}</Route>
          <Route path="/permissions" component={PermissionsScreen} />
          <Route path="/agents" component={AgentsScreen} />
          <Route path="/agents/new" component={RegisterAgentScreen} />
          <Route path="/agents/model" component={AddModelScreen} />
          <Route path="/agents/:agentId/edit">
            {({ agentId }) => <EditAgentScreen agentId={agentId as AgentId} />}
          </Route>
          <Route path="/agents/:agentId/connect">
            {({ agentId }) => <ConnectAgentScreen agentId={agentId as AgentId} />}
          </Route>
          <Route path="/agents/:agentId/deliveries/:deliveryId">
            {({ agentId, deliveryId }) => (
              <DeliveryScreen agentId={agentId as AgentId} deliveryId={deliveryId as DeliveryId} />
            )}
          </Route>
          <Route path="/agents/:agentId">{({ agentId }) => <AgentScreen agentId={agentId as AgentId} />}</Route>
          <Route component={NotFoundScreen} />
        </Switch>
      </Suspense>
    </CrashBoundary>
  );
}
