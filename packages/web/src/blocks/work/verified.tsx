import type { ApprovalReceipt, StandingReceipt } from '@parley/protocol';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, ShieldCheck, TriangleAlert } from 'lucide-react';
import { queryKeys } from '../../api/query-keys.ts';
import { verifyReceipt } from '../../api/verify-receipt.ts';
import { verifiedWords as words } from '../../words/verified.ts';
import styles from './receipt-dialog.module.css';

interface VerifiedProps {
  readonly receipt: ApprovalReceipt | StandingReceipt;
  /** The arguments that the receipt should be about, if they are known. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** Says whether a receipt holds: this browser verifies its signature against the server's published keys. */
export function Verified({ receipt, args }: VerifiedProps) {
  const { data, error } = useQuery({
    queryKey: [...queryKeys.receiptCheck(receipt.signature), args],
    queryFn: () => verifyReceipt(receipt, args),
    staleTime: Infinity,
  });
  if (data === undefined) return <p className={styles.check}>{error ? words.unknown : words.checking}</p>;
  const Icon = data === 'verified' ? ShieldCheck : data === 'unknown' ? CircleHelp : TriangleAlert;
  return (
    <p className={styles.check} data-verified={data}>
      <Icon size={16} aria-hidden />
      <span>{data === 'verified' && args === undefined ? words.signed : words[data]}</span>
    </p>
  );
}
