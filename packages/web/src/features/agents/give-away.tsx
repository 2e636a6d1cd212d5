import type { Agent } from '@parley/protocol';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useDecideTransfer, useOfferAgent, useTransfer } from '../../api/transfers.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { Notice } from '../../ui/notice.tsx';
import { dialogWords } from '../../words/dialogs.ts';
import { transferWords as words } from '../../words/transfers.ts';

/** Offers one of the user's own agents to another person, and takes the offer back. */
export function GiveAway({ agent: { agentId, name } }: { readonly agent: Agent }) {
  const [isAsking, setAsking] = useState(false);
  const { data: transfer } = useTransfer(agentId);
  const end = useDecideTransfer(agentId);
  if (transfer) {
    return (
      <Notice
        tone="info"
        action={
          <Button busy={end.isPending} onClick={() => end.mutate(false)}>
            {words.takeBack}
          </Button>
        }
      >
        {words.offered(name, transfer.to.displayName, transfer.to.handle)}
      </Notice>
    );
  }
  return (
    <>
      <Button icon={<Gift size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {words.give}
      </Button>
      {isAsking && <Offer agentId={agentId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

interface OfferProps extends Pick<Agent, 'agentId' | 'name'> {
  readonly onClose: () => void;
}

function Offer({ agentId, name, onClose }: OfferProps) {
  const [handle, setHandle] = useState('');
  const { mutate, isPending, error } = useOfferAgent(agentId);
  return (
    <Dialog title={words.giveTitle(name)} onClose={onClose}>
      <form
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault();
          mutate(handle.trim().replace(/^@/, ''), { onSuccess: onClose });
        }}
      >
        <p>{words.giveText}</p>
        <TextField
          label={words.to}
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={33}
          value={handle}
          onChange={({ target }) => setHandle(target.value)}
        />
        {error && <ErrorNotice error={error} />}
        <Actions>
          <Button look="quiet" onClick={onClose}>
            {dialogWords.cancel}
          </Button>
          <Button look="danger" type="submit" busy={isPending}>
            {words.offer}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
