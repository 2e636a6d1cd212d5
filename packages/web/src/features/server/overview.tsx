import type { Overview as Figures } from '@parley/protocol';
import { useOverview } from '../../api/admin/overview.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { briefTime, dateAndTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { overviewWords as words } from '../../words/overview.ts';
import { serverWords } from '../../words/server.ts';
import { bytesText } from './bytes-text.ts';
import { NeedsYou } from './needs-you.tsx';
import styles from './server.module.css';
import { digits } from '../../words/locale.ts';

/** Shows administrators what needs them, and then the figures of the server. */
export function Overview() {
  const { data: overview, error, refetch } = useOverview();
  if (!overview && error) {
    return (
      <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{serverWords.tryAgain}</Button>} />
    );
  }
  if (!overview) return <Skeleton label={serverWords.loading} />;
  return (
    <>
      <NeedsYou overview={overview} />
      <section className={styles.section} aria-labelledby="figures">
        <h2 id="figures">{words.figures}</h2>
        <dl className={styles.facts}>
          {figuresOf(overview).map(([name, value]) => (
            <Figure key={name} name={name} value={value} />
          ))}
        </dl>
      </section>
      <Servers servers={overview.servers} />
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function figuresOf({ people, deliveries, ...rest }: Figures): (readonly [string, string])[] {
  const { diskFreeBytes, backup } = rest;
  return [
    [words.people, digits(people.total)],
    [words.active, digits(people.active30d)],
    [words.disabled, digits(people.disabled)],
    [words.agents, digits(rest.agents)],
    [words.conversations, digits(rest.conversations)],
    [words.messages, digits(rest.messages24h)],
    [words.pendingDeliveries, digits(deliveries.pending)],
    [words.failedDeliveries, digits(deliveries.failed24h)],
    [words.oldest, words.seconds(digits(deliveries.oldestWaitingSeconds))],
    [words.database, bytesText(rest.databaseBytes)],
    [words.files, bytesText(rest.assetBytes)],
    [words.free, diskFreeBytes === null ? words.unknown : bytesText(diskFreeBytes)],
    [words.mailState, rest.mail.configured ? words.mailOn : words.mailOff],
    [words.backup, backup.lastAt === null ? words.never : dateAndTime(backup.lastAt)],
  ];
}

function Servers({ servers }: Pick<Figures, 'servers'>) {
  const now = useNow();
  return (
    <section className={styles.section} aria-labelledby="servers">
      <h2 id="servers">{words.servers}</h2>
      <ul className={styles.rows} aria-label={words.servers}>
        {servers.map(({ nodeId, version, startedAt, streams }) => (
          <li key={nodeId} className={styles.row}>
            <span className={styles.what}>
              <span className={styles.name}>{words.server(version ?? words.unknown)}</span>
              <span className={styles.small}>
                {startedAt !== null && `${words.started(briefTime(startedAt, now))} · `}
                {words.streams(digits(streams))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
