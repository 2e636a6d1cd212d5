import type { Approval } from '@parley/protocol';
import { usePendingApprovals } from '../../api/approvals.ts';
import { boundsWords as words } from '../../words/standing.ts';
import type { BoundsDraft } from './draft.ts';
import { coverageOfDraft } from './coverage-of-draft.ts';
import styles from './standing.module.css';
import type { DraftTerms } from './terms-of.ts';

export interface ReadBackProps {
  readonly approval: Approval;
  readonly draft: BoundsDraft;
  readonly drafted: DraftTerms;
  readonly sentence: string;
}

/** Shows what would be allowed as one sentence, and which calls that wait it covers. Screen readers hear each change. */
export function ReadBack({ approval, draft, drafted, sentence }: ReadBackProps) {
  const { data: pending = [] } = usePendingApprovals();
  const { isCovered, others } = coverageOfDraft(approval, draft, drafted, pending);
  return (
    <section className={styles.readBack} aria-label={words.sentence}>
      <p role="status" aria-live="polite" className={styles.sentence} dir="auto">
        {sentence}
      </p>
      <p className={styles.note}>
        {isCovered ? words.covered : words.notCovered}
        {others > 0 && ` ${words.others(others)}`}
      </p>
    </section>
  );
}
