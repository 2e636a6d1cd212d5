import type { AdminPerson } from '@parley/protocol';
import { useState } from 'react';
import { isPasswordAsked } from '../../api/is-password-asked.ts';
import { useChangePerson } from '../../api/admin/people.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useMe } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { personWords as words } from '../../words/server.ts';
import { AskPassword } from '../../api/ask-password.tsx';
import styles from './server.module.css';

/** Makes a person an administrator, or takes the role back. Only for oneself it cannot be undone, so only then it asks first. */
export function PersonRole({ person: { userId, role } }: { readonly person: AdminPerson }) {
  const me = useMe();
  const change = useChangePerson(userId);
  const [isAsking, setAsking] = useState(false);
  const isOwn = userId === me.userId;
  const toggle = () => change.mutate({ role: role === 'admin' ? 'member' : 'admin' });
  const label = role !== 'admin' ? words.makeAdmin : isOwn ? words.stepDown : words.makeMember;
  return (
    <section className={styles.section} aria-labelledby="role">
      <h3 id="role">{words.role}</h3>
      <p className={styles.hint}>{words.roleText}</p>
      {change.error && !isPasswordAsked(change) && <ErrorNotice error={change.error} />}
      <div className={styles.foot}>
        <Button busy={change.isPending} onClick={() => (isOwn ? setAsking(true) : toggle())}>
          {label}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.stepDownTitle}
          action={words.stepDown}
          onConfirm={async () => toggle()}
          onClose={() => setAsking(false)}
        >
          {words.stepDownText}
        </Confirm>
      )}
      <AskPassword attempt={change} />
    </section>
  );
}
