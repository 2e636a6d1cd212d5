import type { AdminPerson } from '@parley/protocol';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useMakeResetLink } from '../../api/admin/people.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { invitationWords, personWords as words } from '../../words/server.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import styles from './server.module.css';

/** Makes a link by which the person sets a new password, and shows it, which cannot be done again. */
export function PersonReset({ person: { userId } }: { readonly person: AdminPerson }) {
  const make = useMakeResetLink(userId);
  return (
    <section className={styles.section} aria-labelledby="reset">
      <h3 id="reset">{words.reset}</h3>
      <p className={styles.hint}>{words.resetText}</p>
      {make.error && !isPasswordAsked(make) && <ErrorNotice error={make.error} />}
      <div className={styles.foot}>
        <Button busy={make.isPending} onClick={() => make.mutate({})}>
          {words.makeReset}
        </Button>
      </div>
      <AskPassword attempt={make} />
      {make.data && (
        <Dialog title={words.resetMade} onClose={make.reset}>
          <Notice tone="warn">
            <strong>{invitationWords.shownOnce}</strong> {invitationWords.copyNow}
          </Notice>
          <code className={styles.link}>{make.data.item.url}</code>
          <Actions>
            <CopyButton text={make.data.item.url} label={invitationWords.copyLink} />
            <Button look="primary" onClick={make.reset}>
              {invitationWords.copied}
            </Button>
          </Actions>
        </Dialog>
      )}
    </section>
  );
}
