import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Live } from '../api/live.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { Mark } from '../ui/logo.tsx';
import styles from './entry.module.css';
import { Shell } from './shell.tsx';

/** Everything that needs a person: the way in for those who are not signed in, else the app with its live connection. */
export function SignedIn() {
  const { data: me, error, isPending, refetch } = useSession();
  const { href } = useLocation();

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
  if (!me) return <Navigate to="/sign-in" search={href === '/' ? {} : { next: href }} replace />;
  return (
    <Live me={me} key={me.userId}>
      <Shell>
        <Outlet />
      </Shell>
    </Live>
  );
}
