import type { ApprovalId, ApprovalReceipt, StandingReceipt } from '@parley/protocol';
import { useApproval, useReceipt } from '../../api/approvals.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { keysAddress } from '../../api/verify-receipt.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { fillIn } from '../../ui/fill-in.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { receiptWords as words } from '../../words/receipts.ts';
import styles from './receipt-dialog.module.css';
import { Verified } from './verified.tsx';

interface ReceiptDialogProps {
  readonly id: ApprovalId;
  readonly onClose: () => void;
}

/** Shows the decision and its outcome, as signed by the platform. */
export function ReceiptDialog({ id, onClose }: ReceiptDialogProps) {
  const { data: receipt, error, refetch } = useReceipt(id);
  const { data: approval } = useApproval(id);
  return (
    <Dialog title={words.title} onClose={onClose}>
      {receipt ? (
        <Signed receipt={receipt} args={approval?.arguments} />
      ) : error ? (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />
      ) : (
        <Skeleton label={words.loading} rows={2} />
      )}
    </Dialog>
  );
}

interface SignedProps {
  readonly receipt: ApprovalReceipt | StandingReceipt;
  /** The arguments that the receipt should be about, if they are known. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
}

/** Shows a receipt that is read already. */
export function GivenReceiptDialog({ onClose, ...given }: SignedProps & { readonly onClose: () => void }) {
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Signed {...given} />
    </Dialog>
  );
}

function Signed({ receipt, args }: SignedProps) {
  const rows: Row[] = [
    [words.decision, receipt.decision === 'approved' ? words.approved : words.denied],
    [words.decided, fullTime(receipt.decidedAt)],
    [words.outcome, outcomeOf(receipt)],
    [words.tool, receipt.tool],
    [words.scope, receipt.requestedScope],
    ...(receipt.option == null ? [] : [row(words.option, receipt.option)]),
    ...(receipt.proposedSha256 === undefined ? [] : [row(words.proposed, receipt.proposedSha256, true)]),
    [words.arguments, receipt.argumentsSha256, true],
    ...(receipt.grantId === undefined ? [] : [row(words.grant, receipt.grantId, true)]),
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
      <Verified receipt={receipt} args={args} />
      <p className={styles.note}>{fillIn(words.signed, { keys: <a href={keysAddress}>{keysAddress}</a> })}</p>
      <Actions>
        <CopyButton label={words.copyLabel} text={() => JSON.stringify(receipt, null, 2)}>
          {words.copy}
        </CopyButton>
      </Actions>
    </>
  );
}

/** A label, its value, and whether the value is a code. */
type Row = readonly [label: string, value: string, isCode?: boolean];

const row = (...cells: Row): Row => cells;

function outcomeOf({ outcome, executedAt }: StandingReceipt): string {
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
