import type { ApprovalId } from '@parley/protocol';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { receiptWords } from '../../words/receipts.ts';

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt-dialog.tsx')).ReceiptDialog }));

/** Shows the button that opens the receipt. */
export function Receipt({ id }: { readonly id: ApprovalId }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{receiptWords.title}</Button>
      {isOpen && (
        <Suspense>
          <ReceiptDialog id={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
