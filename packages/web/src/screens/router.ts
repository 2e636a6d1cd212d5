import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { AgentId, ConversationId, MessageId } from '@parley/protocol';
import { AgentScreen } from './agent-screen.tsx';
import { AgentsScreen } from './agents-screen.tsx';
import { CrashScreen } from './crash-screen.tsx';
import { HomeScreen } from './home-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RegisterAgentScreen } from './register-agent-screen.tsx';
import { MessageScreen, RoomScreen } from './room-screen.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { SignUpScreen } from './sign-up-screen.tsx';
import { SignedIn } from './signed-in.tsx';

interface EntrySearch {
  /** Where to go once somebody is signed in: a path of this app. */
  readonly next?: string;
}

const root = createRootRoute({ notFoundComponent: NotFoundScreen, errorComponent: CrashScreen });

const readEntrySearch = (search: Record<string, unknown>): EntrySearch => {
  const { next } = search;
  return typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {};
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInScreen,
  validateSearch: readEntrySearch,
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: SignUpScreen,
  validateSearch: readEntrySearch,
});

const app = createRoute({ getParentRoute: () => root, id: 'app', component: SignedIn });

const home = createRoute({ getParentRoute: () => app, path: '/', component: HomeScreen });

const room = createRoute({
  getParentRoute: () => app,
  path: '/c/$conversationId',
  component: RoomScreen,
  params: { parse: ({ conversationId }) => ({ conversationId: conversationId as ConversationId }) },
});

const message = createRoute({
  getParentRoute: () => app,
  path: '/c/$conversationId/m/$messageId',
  component: MessageScreen,
  params: {
    parse: ({ conversationId, messageId }) => ({
      conversationId: conversationId as ConversationId,
      messageId: messageId as MessageId,
    }),
  },
});

const agents = createRoute({ getParentRoute: () => app, path: '/agents', component: AgentsScreen });
const newAgent = createRoute({ getParentRoute: () => app, path: '/agents/new', component: RegisterAgentScreen });

const agent = createRoute({
  getParentRoute: () => app,
  path: '/agents/$agentId',
  component: AgentScreen,
  params: { parse: ({ agentId }) => ({ agentId: agentId as AgentId }) },
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
  app.addChildren([home, roomless, room, message, agents, newAgent, agent]),
]);

/** Every address of the app. */
export const router = createRouter({ routeTree, defaultPreload: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
