import type { ApprovalId, ApprovalReceipt } from '@parley/protocol';
import { useReceipt } from '../../api/approvals.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './receipt-dialog.module.css';

interface ReceiptDialogProps {
  readonly id: ApprovalId;
  readonly onClose: () => void;
}

/** What was decided and what came of it, as the platform signed it. */
export function ReceiptDialog({ id, onClose }: ReceiptDialogProps) {
  const { data: receipt, error, refetch } = useReceipt(id);
  return (
    <Dialog title="Receipt" onClose={onClose}>
      {receipt ? (
        <Signed receipt={receipt} />
      ) : error ? (
        <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>Try again</Button>} />
      ) : (
        <Skeleton label="Loading the receipt" rows={2} />
      )}
    </Dialog>
  );
}

function Signed({ receipt }: { readonly receipt: ApprovalReceipt }) {
  const rows: [string, string, boolean?][] = [
    ['Decision', receipt.decision === 'approved' ? 'Approved' : 'Denied'],
    ['Decided', fullTime(receipt.decidedAt)],
    ['Outcome', outcomeOf(receipt)],
    ['Tool', receipt.tool],
    ['Scope', receipt.requestedScope],
    ['Arguments, SHA-256', receipt.argumentsSha256, true],
    ['Signature, Ed25519', receipt.signature, true],
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
      <p className={styles.note}>
        Signed by this server. Its keys are at <a href="/.well-known/parley.json">/.well-known/parley.json</a>.
      </p>
      <Actions>
        <CopyButton label="Copy the receipt as JSON" text={() => JSON.stringify(receipt, null, 2)}>
          Copy as JSON
        </CopyButton>
      </Actions>
    </>
  );
}

function outcomeOf({ outcome, executedAt }: ApprovalReceipt): string {
  switch (outcome) {
    case null:
      return 'Has not run yet';
    case 'denied':
      return 'Not run';
    case 'failed':
      return 'Failed';
    case 'succeeded':
      return executedAt === null ? 'Done' : `Done, ${fullTime(executedAt)}`;
  }
}
