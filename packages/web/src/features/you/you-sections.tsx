import { Link } from '../../navigation/link.tsx';
import { pages, paths } from '../../navigation/paths.ts';
import { usePlace } from '../../navigation/use-place.ts';
import { accessWords } from '../../words/access.ts';
import { accountLinkWords } from '../../words/account-links.ts';
import { costWords } from '../../words/costs.ts';
import { notificationWords } from '../../words/notifications.ts';
import { signInWords } from '../../words/sign-in.ts';
import { youWords as words } from '../../words/you.ts';
import { yourDataWords } from '../../words/your-data.ts';
import styles from './you-sections.module.css';

const sections = [
  [paths.you, words.profile],
  [paths.wallet, words.wallet],
  [paths.modelCosts, costWords.title],
  [paths.notifications, notificationWords.title],
  [paths.sessions, accessWords.sessions],
  [paths.tokens, accessWords.tokens],
  [paths.password, accessWords.password],
  [paths.signingIn, signInWords.title],
  [paths.email, accountLinkWords.email],
  [paths.blockedPeople, words.blocked],
  [paths.yourData, yourDataWords.title],
  [paths.appearance, words.appearance],
  [paths.permissions, words.permissions],
  [paths.tasks, words.tasks],
] as const;

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
