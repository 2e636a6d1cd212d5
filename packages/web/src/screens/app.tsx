import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { CrashBoundary } from './crash-boundary.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { SignedIn } from './signed-in.tsx';

const SignInScreen = lazyScreen(() => import('./sign-in-screen.tsx'), 'SignInScreen');
const SignUpScreen = lazyScreen(() => import('./sign-up-screen.tsx'), 'SignUpScreen');
const SetupScreen = lazyScreen(() => import('./setup-screen.tsx'), 'SetupScreen');
const ResetScreen = lazyScreen(() => import('./reset-screen.tsx'), 'ResetScreen');
const RecoverScreen = lazyScreen(() => import('./recover-screen.tsx'), 'RecoverScreen');
const VerifyScreen = lazyScreen(() => import('./verify-screen.tsx'), 'VerifyScreen');
const ForgottenScreen = lazyScreen(() => import('./forgotten-screen.tsx'), 'ForgottenScreen');
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
          <Route path="/reset" component={ResetScreen} />
          <Route path="/recover" component={RecoverScreen} />
          <Route path="/verify" component={VerifyScreen} />
          <Route path="/forgotten" component={ForgottenScreen} />
          <Route path="/agents/playground" component={PlaygroundScreen} />
          <Route component={SignedIn} />
        </Switch>
      </Suspense>
    </CrashBoundary>
  );
}
