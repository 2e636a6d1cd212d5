import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isPlace, paths } from '../navigation/paths.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { usePlace } from '../navigation/use-place.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Live } from '../api/live.tsx';
import { useKeptStart } from '../api/kept/use-kept.ts';
import { followSession, useHasLeft, useSession } from '../api/session.ts';
import { useRenewedPush } from '../api/use-renewed-push.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/logo.tsx';
import { speak } from '../words/choose-language.ts';
import { screenWords } from '../words/screens.ts';
import styles from './entry.module.css';
import { sessionWords } from '../words/session.ts';
import { Leave } from './leave.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Screens } from './screens.tsx';
import { Shell } from './shell.tsx';

/**
 * The part of the app that needs a person. Redirects to sign-in if no person is signed in; else shows the app with its live
 * connection.
 */
export function SignedIn() {
  const session = useSession();
  const { data: me, error, isPending, fetchStatus, refetch } = session;
  const client = useQueryClient();
  const { pathname } = usePlace();
  const wasHere = useRef<string | null>(null);
  const navigate = useNavigate();
  const hasLeft = useHasLeft();

  useEffect(() => followSession(client), [client]);
  useKeptStart(session);
  useRenewedPush(me?.userId);

  const tag = me?.locale;
  useEffect(() => {
    if (tag !== undefined) speak(tag);
  }, [tag]);

  useEffect(() => {
    if (!me) return;
    // An open page of the previous person means nothing to another person.
    if (wasHere.current !== null && wasHere.current !== me.userId) navigate(paths.home, { replace: true });
    wasHere.current = me.userId;
  }, [me, navigate]);

  if (isPending) {
    return (
      <div className={styles.wait} role="status" aria-label={screenWords.loading}>
        <Mark size={48} />
        {fetchStatus === 'paused' && <p>{sessionWords.offline}</p>}
      </div>
    );
  }
  if (!me && error) {
    return (
      <div className={styles.wait}>
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{screenWords.tryAgain}</Button>} />
      </div>
    );
  }
  if (!me && !isPlace(pathname)) return <NotFoundScreen />;
  if (!me) return <Leave toOf={(href) => toSignIn(href, wasHere.current !== null && !hasLeft())} />;
  return (
    <Live me={me} key={me.userId}>
      <Shell>
        <Screens />
      </Shell>
    </Live>
  );
}

/** Returns the sign-in address, with the current address to return to. */
function toSignIn(href: string, hasEnded: boolean): string {
  const search = new URLSearchParams();
  if (href !== '/') search.set('next', href);
  if (hasEnded) search.set('ended', 'true');
  return search.size === 0 ? '/sign-in' : `/sign-in?${search.toString()}`;
}
