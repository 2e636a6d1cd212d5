import type { StandingGrantId, StandingUse } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useStandingUses } from '../../api/standing.ts';
import { GivenReceipt } from '../../blocks/work/receipt.tsx';
import { Verified } from '../../blocks/work/verified.tsx';
import { boundFacts } from '../../ui/bound-facts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fullTime, logTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spelled } from '../../ui/spelled.tsx';
import { usesWords as words } from '../../words/standing.ts';
import styles from './standing-grants.module.css';

interface UsesDialogProps {
  readonly grantId: StandingGrantId;
  readonly sentence: string;
  readonly onClose: () => void;
}

/** Shows the calls that a standing permission covered, each with its verified receipt. */
export function UsesDialog({ grantId, sentence, onClose }: UsesDialogProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useStandingUses(grantId);
  const uses = data?.pages.flatMap(({ items }) => items);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p dir="auto">{sentence}</p>
      {!uses && error && (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />
      )}
      {!uses && !error && <Skeleton label={words.loading} rows={2} />}
      {uses && (
        <ol className={styles.uses}>
          {uses.map((use) => (
            <li key={use.invocationId}>
              <Use use={use} />
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </Dialog>
  );
}

function Use({ use: { at, outcome, arguments: args, receipt } }: { readonly use: StandingUse }) {
  const facts = boundFacts(args);
  const isEmpty = Object.keys(args).length === 0;
  return (
    <div className={styles.use}>
      <header>
        <p>
          <span className={styles.outcome}>{outcome === null ? words.underWay : words.outcomes[outcome]}</span>
          {' · '}
          <time dateTime={at} title={fullTime(at)}>
            {logTime(at)}
          </time>
        </p>
        <GivenReceipt receipt={receipt} args={args} label={words.receiptLabel(logTime(at))} />
      </header>
      {isEmpty ? (
        <p className={styles.left}>{words.noArguments}</p>
      ) : (
        <dl className={styles.facts}>
          {facts.map(({ path, pointer, value, isText }) => (
            <div key={pointer} className={styles.fact}>
              <dt>
                <Spelled text={path.join(' › ')} />
              </dt>
              <dd dir="auto">
                {isText ? (
                  <Spelled text={value} />
                ) : (
                  <code>
                    <Spelled text={value} />
                  </code>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Verified receipt={receipt} args={args} />
    </div>
  );
}
