import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isPlace } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Live } from '../api/live.tsx';
import { followOtherTabs, useHasLeft, useSession } from '../api/session.ts';
import { useRenewedPush } from '../api/use-renewed-push.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/logo.tsx';
import { screenWords } from '../words/screens.ts';
import styles from './entry.module.css';
import { sessionWords } from '../words/session.ts';
import { Leave } from './leave.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Screens } from './screens.tsx';
import { Shell } from './shell.tsx';

/** Everything that needs a person: the way in for those who are not signed in, else the app with its live connection. */
export function SignedIn() {
  const { data: me, error, isPending, fetchStatus, refetch } = useSession();
  const client = useQueryClient();
  const { pathname } = usePlace();
  const wasHere = useRef(false);
  const hasLeft = useHasLeft();

  useEffect(() => followOtherTabs(client), [client]);
  useRenewedPush(me?.userId);

  useEffect(() => {
    if (me) wasHere.current = true;
  }, [me]);

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
  if (!me) return <Leave toOf={(href) => toSignIn(href, wasHere.current && !hasLeft())} />;
  return (
    <Live me={me} key={me.userId}>
      <Shell>
        <Screens />
      </Shell>
    </Live>
  );
}

/** The way in, which remembers where the reader wanted to go. */
function toSignIn(href: string, hasEnded: boolean): string {
  const search = new URLSearchParams();
  if (href !== '/') search.set('next', href);
  if (hasEnded) search.set('ended', 'true');
  return search.size === 0 ? '/sign-in' : `/sign-in?${search.toString()}`;
}
