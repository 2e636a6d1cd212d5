import type { ApprovalId, ApprovalReceipt } from '@parley/protocol';
import { useReceipt } from '../../api/approvals.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { fillIn } from '../../ui/fill-in.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { receiptWords as words } from '../../words/receipts.ts';
import styles from './receipt-dialog.module.css';

const keysAddress = '/.well-known/parley.json';

interface ReceiptDialogProps {
  readonly id: ApprovalId;
  readonly onClose: () => void;
}

/** Shows the decision and its outcome, as signed by the platform. */
export function ReceiptDialog({ id, onClose }: ReceiptDialogProps) {
  const { data: receipt, error, refetch } = useReceipt(id);
  return (
    <Dialog title={words.title} onClose={onClose}>
      {receipt ? (
        <Signed receipt={receipt} />
      ) : error ? (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />
      ) : (
        <Skeleton label={words.loading} rows={2} />
      )}
    </Dialog>
  );
}

function Signed({ receipt }: { readonly receipt: ApprovalReceipt }) {
  const rows: [string, string, boolean?][] = [
    [words.decision, receipt.decision === 'approved' ? words.approved : words.denied],
    [words.decided, fullTime(receipt.decidedAt)],
    [words.outcome, outcomeOf(receipt)],
    [words.tool, receipt.tool],
    [words.scope, receipt.requestedScope],
    [words.arguments, receipt.argumentsSha256, true],
    [words.signature, receipt.signature, true],
  ];
  return (
    <>
      <dl className={styles.rows}>
        {rows.map(([label, value, isCode = false]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isCode ? <code>{value}</code> : value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{fillIn(words.signed, { keys: <a href={keysAddress}>{keysAddress}</a> })}</p>
      <Actions>
        <CopyButton label={words.copyLabel} text={() => JSON.stringify(receipt, null, 2)}>
          {words.copy}
        </CopyButton>
      </Actions>
    </>
  );
}

function outcomeOf({ outcome, executedAt }: ApprovalReceipt): string {
  switch (outcome) {
    case null:
      return words.notYet;
    case 'denied':
      return words.notRun;
    case 'failed':
      return words.failed;
    case 'succeeded':
      return executedAt === null ? words.done : words.doneAt(fullTime(executedAt));
  }
}
