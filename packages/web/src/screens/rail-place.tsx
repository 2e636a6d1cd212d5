import type { ReactNode } from 'react';
import { Link } from '../navigation/link.tsx';
import { usePlace } from '../navigation/use-place.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './rail.module.css';

export interface RailPlaceProps {
  readonly to: string;
  readonly name: string;
  readonly icon: ReactNode;
  /** Prefixes of other addresses that belong to this page. */
  readonly below: readonly string[];
  readonly children?: ReactNode;
}

/** A link to a main page. */
export function RailPlace({ to, name, icon, below, children }: RailPlaceProps) {
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
