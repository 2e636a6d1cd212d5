import { Bot, Inbox, MessagesSquare, Search, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { useMe } from '../api/session.ts';
import { InboxBadge } from '../features/decisions/inbox-badge.tsx';
import { Mark } from '../ui/logo.tsx';
import { placeWords as words } from '../words/places.ts';
import { RailPlace } from './rail-place.tsx';
import styles from './rail.module.css';

const ServerPlace = lazy(async () => ({ default: (await import('./server-place.tsx')).ServerPlace }));

/** Links to the main pages: on the left of a wide screen, at the bottom of a narrow one. Administrators have one more. */
export function Rail() {
  const { role } = useMe();
  return (
    <div className={styles.rail}>
      <nav aria-label={words.home}>
        <Link to={paths.home} className={styles.mark} aria-label={words.home}>
          <Mark />
        </Link>
      </nav>
      <nav aria-label={words.places}>
        <ul className={styles.places}>
          <RailPlace to={paths.inbox} name={words.inbox} icon={<Inbox size={22} aria-hidden />} below={[]}>
            <InboxBadge />
          </RailPlace>
          <RailPlace
            to={paths.home}
            name={words.rooms}
            icon={<MessagesSquare size={22} aria-hidden />}
            below={['/c/']}
          />
          <RailPlace
            to={paths.agents}
            name={words.agents}
            icon={<Bot size={22} aria-hidden />}
            below={['/agents/', paths.permissions, paths.tasks]}
          />
          <RailPlace to={paths.find} name={words.find} icon={<Search size={22} aria-hidden />} below={[]} />
          <RailPlace to={paths.you} name={words.you} icon={<UserRound size={22} aria-hidden />} below={['/you/']} />
          {role === 'admin' && (
            <Suspense>
              <ServerPlace />
            </Suspense>
          )}
        </ul>
      </nav>
    </div>
  );
}
