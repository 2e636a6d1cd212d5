import type { Approval, StandingTermsBody } from '@parley/protocol';
import { useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { errorAt } from '../../api/error-at.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { spelled } from '../../ui/spelled-text.ts';
import { Spelled } from '../../ui/spelled.tsx';
import { useNow } from '../../ui/use-now.ts';
import { boundsWords as words } from '../../words/standing.ts';
import { standingSentence } from '../../words/standing-sentence.ts';
import { platformWords } from '../../words/platform-lines.ts';
import { narrowest } from './draft.ts';
import { MemberBounds } from './member-bounds.tsx';
import { ReadBack } from './read-back.tsx';
import { saidOfDraft } from './said.ts';
import styles from './standing.module.css';
import { fieldPaths, termsOf } from './terms-of.ts';
import { toolOf } from './tool-of.ts';
import { UseBounds } from './use-bounds.tsx';

export interface BoundsDialogProps {
  readonly approval: Approval;
  /** The name of the agent that asks. */
  readonly agent: string;
  readonly isSending: boolean;
  /** The refusal of the last try. */
  readonly error: Error | null;
  readonly onGive: (standing: StandingTermsBody) => void;
  readonly onClose: () => void;
}

/** Edits the bounds of a standing permission, beginning with the narrowest, and reads them back as one sentence. */
export function BoundsDialog({ approval, agent, isSending, error, onGive, onClose }: BoundsDialogProps) {
  const [draft, setDraft] = useState(() => narrowest(approval.arguments, approval.kind));
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const now = useNow();
  const drafted = termsOf(draft, now);
  const sentence = standingSentence(saidOfDraft(draft, drafted, { agent, tool: toolOf(approval), now }));
  const ownFault = (path: string) => (tries > 0 ? drafted.faults.get(path) : undefined);
  const faultAt = (...paths: readonly string[]) =>
    paths.map((path) => ownFault(path) ?? errorAt(error, path)).find((fault) => fault != null) ?? null;
  const isOfField = fieldPaths(draft).some((path) => errorAt(error, path) !== null);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [tries, error]);

  function give(): void {
    const { terms, faults } = termsOf(draft, new Date());
    setTries(tries + 1);
    if (faults.size === 0 && terms.until !== null) onGive({ ...terms, until: terms.until });
  }

  const fields = { draft, onChange: setDraft, faultAt };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className={styles.bounds}
        onSubmit={(event) => {
          event.preventDefault();
          give();
        }}
      >
        <p className={styles.action} dir="auto">
          <Spelled text={platformWords.said(approval.action)} />
        </p>
        <p className={styles.note}>{words.lead(spelled(agent))}</p>
        <MemberBounds {...fields} />
        <UseBounds {...fields} now={now} />
        <ReadBack approval={approval} draft={draft} drafted={drafted} sentence={sentence} />
        {error && !isOfField && <ErrorNotice error={error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {words.back}
          </Button>
          <Button look="primary" type="submit" busy={isSending}>
            {words.give}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
