import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AgentId, ConversationId, MessageId } from '@parley/protocol';
import { CrashScreen } from './crash-screen.tsx';
import { HomeScreen } from './home-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { SignedIn } from './signed-in.tsx';

const loadRoom = () => import('./room-screen.tsx');

interface EntrySearch {
  /** Where to go once somebody is signed in: a path of this app. */
  readonly next?: string;
  /** Whether a session ended by itself, so that somebody should be told. */
  readonly ended?: boolean;
}

const root = createRootRoute({ notFoundComponent: NotFoundScreen, errorComponent: CrashScreen });

const readEntrySearch = (search: Record<string, unknown>): EntrySearch => {
  const { next, ended } = search;
  return {
    ...(typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {}),
    ...(ended === true ? { ended } : {}),
  };
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./sign-in-screen.tsx'), 'SignInScreen'),
  validateSearch: readEntrySearch,
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./sign-up-screen.tsx'), 'SignUpScreen'),
  validateSearch: readEntrySearch,
});

const app = createRoute({ getParentRoute: () => root, id: 'app', component: SignedIn });

const home = createRoute({ getParentRoute: () => app, path: '/', component: HomeScreen });

const room = createRoute({
  getParentRoute: () => app,
  path: '/c/$conversationId',
  component: lazyRouteComponent(loadRoom, 'RoomScreen'),
  params: { parse: ({ conversationId }) => ({ conversationId: conversationId as ConversationId }) },
});

const message = createRoute({
  getParentRoute: () => app,
  path: '/c/$conversationId/m/$messageId',
  component: lazyRouteComponent(loadRoom, 'MessageScreen'),
  params: {
    parse: ({ conversationId, messageId }) => ({
      conversationId: conversationId as ConversationId,
      messageId: messageId as MessageId,
    }),
  },
});

const agents = createRoute({
  getParentRoute: () => app,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents-screen.tsx'), 'AgentsScreen'),
});
const newAgent = createRoute({
  getParentRoute: () => app,
  path: '/agents/new',
  component: lazyRouteComponent(() => import('./register-agent-screen.tsx'), 'RegisterAgentScreen'),
});

const agent = createRoute({
  getParentRoute: () => app,
  path: '/agents/$agentId',
  component: lazyRouteComponent(() => import('./agent-screen.tsx'), 'AgentScreen'),
  params: { parse: ({ agentId }) => ({ agentId: agentId as AgentId }) },
});

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./inbox-screen.tsx'), 'InboxScreen'),
});

const permissions = createRoute({
  getParentRoute: () => app,
  path: '/permissions',
  component: lazyRouteComponent(() => import('./permissions-screen.tsx'), 'PermissionsScreen'),
});

const roomless = createRoute({
  getParentRoute: () => app,
  path: '/c',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  app.addChildren([home, inbox, permissions, roomless, room, message, agents, newAgent, agent]),
]);

/** Every address of the app. */
export const router = createRouter({ routeTree, defaultPreload: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
