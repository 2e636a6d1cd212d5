import type { ComponentType } from 'react';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { SignOutButton } from '../features/session/sign-out-button.tsx';
import { Appearance } from '../features/you/appearance.tsx';
import { BlockedPeople } from '../features/you/blocked-people.tsx';
import { Email } from '../features/you/email.tsx';
import { ModelCosts } from '../features/you/model-costs.tsx';
import { Notifications } from '../features/you/notifications.tsx';
import { Password } from '../features/you/password.tsx';
import { Profile } from '../features/you/profile.tsx';
import { Quota } from '../features/you/quota.tsx';
import { Sessions } from '../features/you/sessions.tsx';
import { SigningIn } from '../features/you/signing-in.tsx';
import { Tokens } from '../features/you/tokens.tsx';
import { Wallet } from '../features/you/wallet.tsx';
import { YourData } from '../features/you/your-data.tsx';
import { sections } from '../features/you/sections.ts';
import { YouSections } from '../features/you/you-sections.tsx';
import { youWords as words } from '../words/you.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Page } from './page.tsx';
import styles from './you-screen.module.css';

const components: Readonly<Record<string, ComponentType>> = {
  [paths.wallet]: Wallet,
  [paths.modelCosts]: ModelCosts,
  [paths.notifications]: Notifications,
  [paths.sessions]: Sessions,
  [paths.tokens]: Tokens,
  [paths.password]: Password,
  [paths.signingIn]: SigningIn,
  [paths.email]: Email,
  [paths.yourData]: YourData,
  [paths.blockedPeople]: BlockedPeople,
  [paths.appearance]: Appearance,
};

/** Shows the user's settings: the sections on the left, the open one beside them. A narrow screen shows one of them. */
export function YouScreen() {
  const { pathname } = usePlace();
  const isHome = pathname === paths.you;
  const Section = isHome ? Own : components[pathname];
  if (!Section) return <NotFoundScreen />;
  const [, name] = sections.find(([to]) => to === pathname) ?? [];
  return (
    <Page title={words.title} action={isHome && <SignOutButton />}>
      <UnreadTitle title={isHome ? words.title : `${name} · ${words.title}`} />
      <div className={styles.you} data-open={isHome ? 'home' : 'section'}>
        <div className={styles.sections}>
          <YouSections />
        </div>
        <div className={styles.open}>
          {!isHome && (
            <Link to={paths.you} className={styles.back}>
              {words.allSettings}
            </Link>
          )}
          <Section key={pathname} />
        </div>
      </div>
    </Page>
  );
}

function Own() {
  return (
    <>
      <Profile />
      <Quota />
    </>
  );
}
