import type { WalletEntry } from '@parley/protocol';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useLedger } from '../../api/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { dateAndTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { coinsOf } from '../../words/coins.ts';
import { youWords as words } from '../../words/you.ts';
import styles from './you.module.css';

/** Shows the user's coins and each movement. */
export function Wallet() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLedger();
  const entries = data?.pages.flatMap(({ item }) => item.entries);
  const balance = data?.pages[0]?.item.balance;
  return (
    <section className={styles.section} aria-labelledby="wallet">
      <h2 id="wallet">{words.wallet}</h2>
      {error && <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />}
      {!data && !error && <Skeleton label={words.loading} />}
      {balance !== undefined && (
        <dl>
          <dt className={styles.small}>{words.balance}</dt>
          <dd className={styles.balance}>{coinsOf(balance)}</dd>
        </dl>
      )}
      {entries?.length === 0 && <p className={styles.hint}>{words.noEntries}</p>}
      {entries !== undefined && entries.length > 0 && (
        <>
          <h3>{words.ledger}</h3>
          <DataTable label={words.ledger} columns={words.ledgerColumns}>
            {entries.map((entry, place) => (
              <Entry key={place} entry={entry} />
            ))}
          </DataTable>
        </>
      )}
      {hasNextPage && (
        <div className={styles.foot}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function Entry({ entry }: { readonly entry: WalletEntry }) {
  const { data: agent } = useAgent(entry.agentId);
  return (
    <tr>
      <td>
        <time dateTime={entry.at}>{dateAndTime(entry.at)}</time>
      </td>
      <td>
        {!entry.agentId && entry.reason === 'Starting coins' ? words.startingCoins : entry.reason}
        <br />
        <span className={styles.small}>
          {agent ? <Link to={paths.agent(agent.agentId)}>{agent.name}</Link> : !entry.agentId && words.fromPlatform}
        </span>
      </td>
      <td className={styles.number}>
        {entry.amount > 0 ? `+${entry.amount}` : entry.amount.toString().replace('-', '−')}
      </td>
      <td className={styles.number}>{entry.balanceAfter}</td>
    </tr>
  );
}
