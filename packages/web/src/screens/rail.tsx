import { Bot, Inbox, MessagesSquare, Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { InboxBadge } from '../features/decisions/inbox-badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Mark } from '../ui/logo.tsx';
import { placeWords as words } from '../words/places.ts';
import styles from './rail.module.css';

/** Links to the five main pages: on the left of a wide screen, at the bottom of a narrow one. */
export function Rail() {
  return (
    <div className={styles.rail}>
      <nav aria-label={words.home}>
        <Link to={paths.home} className={styles.mark} aria-label={words.home}>
          <Mark />
        </Link>
      </nav>
      <nav aria-label={words.places}>
        <ul className={styles.places}>
          <Place to={paths.inbox} name={words.inbox} icon={<Inbox size={22} aria-hidden />} below={[]}>
            <InboxBadge />
          </Place>
          <Place to={paths.home} name={words.rooms} icon={<MessagesSquare size={22} aria-hidden />} below={['/c/']} />
          <Place
            to={paths.agents}
            name={words.agents}
            icon={<Bot size={22} aria-hidden />}
            below={['/agents/', paths.permissions, paths.tasks]}
          />
          <Place to={paths.find} name={words.find} icon={<Search size={22} aria-hidden />} below={[]} />
          <Place to={paths.you} name={words.you} icon={<UserRound size={22} aria-hidden />} below={['/you/']} />
        </ul>
      </nav>
    </div>
  );
}

interface PlaceProps {
  readonly to: string;
  readonly name: string;
  readonly icon: ReactNode;
  /** Prefixes of other addresses that belong to this page. */
  readonly below: readonly string[];
  readonly children?: ReactNode;
}

function Place({ to, name, icon, below, children }: PlaceProps) {
  const { pathname } = usePlace();
  const isHere = pathname === to || below.some((start) => pathname.startsWith(start));
  return (
    <li>
      <Link
        to={to}
        className={classNames(styles.place, isHere && styles.here)}
        aria-current={isHere ? 'page' : undefined}
      >
        <span className={styles.icon}>{icon}</span>
        {name}
        {children}
      </Link>
    </li>
  );
}
