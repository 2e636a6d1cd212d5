import { Outlet } from '@tanstack/react-router';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Live } from '../api/live.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/logo.tsx';
import styles from './entry.module.css';
import { Leave } from './leave.tsx';
import { Shell } from './shell.tsx';

/** Everything that needs a person: the way in for those who are not signed in, else the app with its live connection. */
export function SignedIn() {
  const { data: me, error, isPending, refetch } = useSession();

  if (isPending) {
    return (
      <div className={styles.wait} role="status" aria-label="Loading">
        <Mark size={48} />
      </div>
    );
  }
  if (!me && error) {
    return (
      <div className={styles.wait}>
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>Try again</Button>} />
      </div>
    );
  }
  if (!me) return <Leave toOf={toSignIn} />;
  return (
    <Live me={me} key={me.userId}>
      <Shell>
        <Outlet />
      </Shell>
    </Live>
  );
}

/** The way in, which remembers where the reader wanted to go. */
function toSignIn(href: string): string {
  return href === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(href)}`;
}
