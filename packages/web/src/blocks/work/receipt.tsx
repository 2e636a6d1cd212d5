import type { ApprovalId, ApprovalReceipt, StandingReceipt } from '@parley/protocol';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { receiptWords } from '../../words/receipts.ts';

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt-dialog.tsx')).ReceiptDialog }));
const GivenReceiptDialog = lazy(async () => ({ default: (await import('./receipt-dialog.tsx')).GivenReceiptDialog }));

/** Shows the button that reads and opens the receipt of an approval. */
export function Receipt({ id }: { readonly id: ApprovalId }) {
  return <ReceiptButton open={(close) => <ReceiptDialog id={id} onClose={close} />} />;
}

interface GivenReceiptProps {
  readonly receipt: ApprovalReceipt | StandingReceipt;
  /** The arguments that the receipt should be about. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The name of the button, where several stand on a page. */
  readonly label: string;
}

/** Shows the button that opens a receipt that is read already. */
export function GivenReceipt({ label, ...given }: GivenReceiptProps) {
  return <ReceiptButton label={label} open={(close) => <GivenReceiptDialog {...given} onClose={close} />} />;
}

interface ReceiptButtonProps {
  readonly label?: string;
  readonly open: (close: () => void) => ReactNode;
}

function ReceiptButton({ label, open }: ReceiptButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-label={label} onClick={() => setOpen(true)}>
        {receiptWords.title}
      </Button>
      {isOpen && <Suspense>{open(() => setOpen(false))}</Suspense>}
    </>
  );
}
