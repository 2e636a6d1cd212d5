import type { AdminPerson, AgentId } from '@parley/protocol';
import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { Route, Switch } from 'wouter';
import { useMe } from '../api/session.ts';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { serverPaths } from '../navigation/server-paths.ts';
import { usePlace } from '../navigation/use-place.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { auditWords } from '../words/audit.ts';
import { loadActionNames } from '../words/audit-actions.ts';
import { dataWords } from '../words/data.ts';
import { overviewWords } from '../words/overview.ts';
import { reportWords } from '../words/reports.ts';
import { invitationWords, peopleWords, personWords, serverWords as words } from '../words/server.ts';
import { serverAgentWords } from '../words/server-agents.ts';
import { settingsWords } from '../words/settings.ts';
import { lazyScreen } from './lazy-screen.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Page } from './page.tsx';
import styles from './server-screen.module.css';

interface ServerPage {
  readonly path: string;
  readonly name: string;
  readonly component: ComponentType;
}

const ServerAgent = lazyScreen(() => import('../features/server/server-agent.tsx'), 'ServerAgent');
const Person = lazyScreen(() => import('../features/server/person.tsx'), 'Person');

/** Loads the page of the audit log with the names that it shows. */
async function loadAudit() {
  const [page] = await Promise.all([import('../features/server/audit.tsx'), loadActionNames()]);
  return page;
}

/** The pages for administrators, one row each. The first one is the page at `paths.server` too. */
const serverPages: readonly ServerPage[] = [
  {
    path: serverPaths.overview,
    name: overviewWords.title,
    component: lazyScreen(() => import('../features/server/overview.tsx'), 'Overview'),
  },
  {
    path: serverPaths.people,
    name: peopleWords.title,
    component: lazyScreen(() => import('../features/server/people.tsx'), 'People'),
  },
  {
    path: serverPaths.invitations,
    name: invitationWords.title,
    component: lazyScreen(() => import('../features/server/invitations.tsx'), 'Invitations'),
  },
  {
    path: serverPaths.agents,
    name: serverAgentWords.title,
    component: lazyScreen(() => import('../features/server/server-agents.tsx'), 'ServerAgents'),
  },
  {
    path: serverPaths.reports,
    name: reportWords.title,
    component: lazyScreen(() => import('../features/server/reports.tsx'), 'Reports'),
  },
  {
    path: serverPaths.audit,
    name: auditWords.title,
    component: lazyScreen(loadAudit, 'Audit'),
  },
  {
    path: serverPaths.data,
    name: dataWords.title,
    component: lazyScreen(() => import('../features/server/data.tsx'), 'Data'),
  },
  {
    path: serverPaths.settings,
    name: settingsWords.title,
    component: lazyScreen(() => import('../features/server/settings.tsx'), 'Settings'),
  },
];

/** Shows the pages for administrators. Nothing is at this address for others. */
export function ServerScreen() {
  const { role } = useMe();
  const { pathname } = usePlace();
  if (role !== 'admin') return <NotFoundScreen />;
  const here = serverPages.find(({ path }) => pathname.startsWith(path)) ?? serverPages[0];
  return (
    <Page title={words.title}>
      <UnreadTitle title={`${here?.name} · ${words.title}`} />
      <div className={styles.server}>
        <nav aria-label={words.pages}>
          <ul className={styles.pages}>
            {serverPages.map(({ path, name }) => (
              <li key={path}>
                <Link to={path} className={styles.page} aria-current={path === here?.path ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.open}>
          <Suspense fallback={<Skeleton label={words.loading} />}>
            <Switch>
              <Route path={`${serverPaths.people}/:userId`}>
                {({ userId }) => <OnePerson userId={userId as AdminPerson['userId']} />}
              </Route>
              <Route path={`${serverPaths.agents}/:agentId`}>
                {({ agentId }) => <OneAgent agentId={agentId as AgentId} />}
              </Route>
              {serverPages.map(({ path, component }) => (
                <Route key={path} path={path} component={component} />
              ))}
              {here && <Route path={paths.server} component={here.component} />}
              <Route component={NotFoundScreen} />
            </Switch>
          </Suspense>
        </div>
      </div>
    </Page>
  );
}

function OnePerson({ userId }: { readonly userId: AdminPerson['userId'] }) {
  return (
    <>
      <Link to={serverPaths.people} className={styles.back}>
        {personWords.all}
      </Link>
      <Person key={userId} userId={userId} />
    </>
  );
}

function OneAgent({ agentId }: { readonly agentId: AgentId }) {
  return (
    <>
      <Link to={serverPaths.agents} className={styles.back}>
        {serverAgentWords.all}
      </Link>
      <ServerAgent key={agentId} agentId={agentId} />
    </>
  );
}
