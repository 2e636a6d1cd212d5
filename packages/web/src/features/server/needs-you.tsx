import type { Overview } from '@parley/protocol';
import { useAllAgents } from '../../api/admin/agents.ts';
import { useReports } from '../../api/admin/reports.ts';
import { Link } from '../../navigation/link.tsx';
import { serverPaths } from '../../navigation/server-paths.ts';
import { briefTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { overviewWords as words } from '../../words/overview.ts';
import { bytesText } from './bytes-text.ts';
import styles from './server.module.css';

const dayMs = 86_400_000;
const backupDaysMax = 7;
const skewSecondsMax = 5;
const diskBytesMin = 2 * 1024 ** 3;
/** An agent is failing if at least so many of today's deliveries, and at least half of them, failed. */
const failuresMin = 5;

/** Lists what an administrator should look at, each with a link to where it is dealt with. */
export function NeedsYou({ overview }: { readonly overview: Overview }) {
  const now = useNow();
  const { data: reports = [] } = useReports();
  const { data: pending = [] } = useAllAgents({ state: 'pending' });
  const { data: worst = [] } = useAllAgents({ sort: 'failing', state: 'live' });
  const open = reports.filter(({ state }) => state === 'open').length;
  const failing = worst.filter(
    ({ failed24h, deliveries24h }) => failed24h >= failuresMin && failed24h * 2 >= deliveries24h,
  ).length;
  const needs: (readonly [text: string, to: string])[] = [
    ...(open > 0 ? [[words.reports(open), serverPaths.reports] as const] : []),
    ...(pending.length > 0 ? [[words.pending(pending.length), serverPaths.agentsBy('state=pending')] as const] : []),
    ...(failing > 0 ? [[words.failing(failing), serverPaths.agentsBy('sort=failing')] as const] : []),
    ...ofServer(overview, now),
  ];
  return (
    <section className={styles.section} aria-labelledby="needs">
      <h2 id="needs">{words.needs}</h2>
      {needs.length === 0 ? (
        <p className={styles.hint}>{words.nothing}</p>
      ) : (
        <ul className={styles.rows} aria-label={words.needs}>
          {needs.map(([text, to]) => (
            <li key={text}>
              <Link to={to} className={styles.row}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ofServer({ backup, mail, servers, diskFreeBytes }: Overview, now: Date): (readonly [string, string])[] {
  const { data, settings, overview } = serverPaths;
  const days = backup.lastAt === null ? null : Math.floor((now.getTime() - Date.parse(backup.lastAt)) / dayMs);
  const mailed = mail.lastErrorAt;
  return [
    ...(days === null ? [[words.noBackup, data] as const] : []),
    ...(days !== null && days > backupDaysMax ? [[words.oldBackup(days), data] as const] : []),
    ...(backup.lastResult === 'failed' ? [[words.failedBackup, data] as const] : []),
    ...(mailed === null ? [] : [[words.mail(briefTime(mailed, now)), settings] as const]),
    ...(diskFreeBytes !== null && diskFreeBytes < diskBytesMin
      ? [[words.disk(bytesText(diskFreeBytes)), data] as const]
      : []),
    ...servers.flatMap(({ nodeId, clockSkewSeconds: skew }) =>
      skew !== null && Math.abs(skew) > skewSecondsMax
        ? [[words.clock(nodeId, skew.toFixed(1)), overview] as const]
        : [],
    ),
  ];
}
