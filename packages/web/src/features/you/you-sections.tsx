import { Link } from '../../navigation/link.tsx';
import { pages } from '../../navigation/paths.ts';
import { usePlace } from '../../navigation/use-place.ts';
import { youWords as words } from '../../words/you.ts';
import { sections } from './sections.ts';
import styles from './you-sections.module.css';

const beside = [
  [pages.guide, words.guide],
  [pages.reference, words.reference],
] as const;

/** Shows the links to the user's own pages. */
export function YouSections() {
  const { pathname } = usePlace();
  return (
    <nav aria-label={words.sections}>
      <ul className={styles.sections}>
        {sections.map(([to, name]) => (
          <li key={to}>
            <Link to={to} className={styles.section} aria-current={pathname === to ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
        {beside.map(([href, name]) => (
          <li key={href}>
            <a href={href} className={styles.section} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
