import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { CrashBoundary } from './crash-boundary.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { SignedIn } from './signed-in.tsx';

const SignInScreen = lazyScreen(() => import('./sign-in-screen.tsx'), 'SignInScreen');
const SignUpScreen = lazyScreen(() => import('./sign-up-screen.tsx'), 'SignUpScreen');
const SetupScreen = lazyScreen(() => import('./setup-screen.tsx'), 'SetupScreen');
const PlaygroundScreen = lazyScreen(() => import('./playground-screen.tsx'), 'PlaygroundScreen');
const InviteScreen = lazyScreen(() => import('./invite-screen.tsx'), 'InviteScreen');

/** The whole app: sign-in, sign-up, the editor for blocks, and the screens for signed-in people. */
export function App() {
  return (
    <CrashBoundary>
      <Suspense>
        <Switch>
          <Route path="/sign-in" component={SignInScreen} />
          <Route path="/sign-up" component={SignUpScreen} />
          <Route path="/setup" component={SetupScreen} />
          <Route path="/invite" component={InviteScreen} />
          <Route path="/agents/playground" component={PlaygroundScreen} />
          <Route component={SignedIn} />
        </Switch>
      </Suspense>
    </CrashBoundary>
  );
}
