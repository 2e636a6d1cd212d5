import { ErrorNotice } from '../../api/error-notice.tsx';
import { usePushState, usePushSwitch } from '../../api/push.ts';
import type { PushState } from '../../api/push.ts';
import { RequestError } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { notificationWords as words } from '../../words/notifications.ts';
import { NotifyLevels } from './notify-levels.tsx';
import { QuietHoursForm } from './quiet-hours-form.tsx';
import styles from './you.module.css';

/** Edits the push notifications of this browser. Asks for the browser's permission only after a press. */
export function Notifications() {
  const { data: state } = usePushState();
  return (
    <>
      <section className={styles.section} aria-labelledby="notifications">
        <h2 id="notifications">{words.title}</h2>
        <p className={styles.hint}>{words.hint}</p>
        {state && <PushSwitch state={state} />}
      </section>
      <QuietHoursForm />
      <NotifyLevels />
    </>
  );
}

function PushSwitch({ state }: { readonly state: PushState }) {
  const change = usePushSwitch();
  const isOn = state === 'on';
  if (state === 'unsupported') return <Notice tone="info">{words.unsupported}</Notice>;
  return (
    <>
      <p role="status">{isOn ? words.on : words.off}</p>
      {state === 'denied' && <Notice tone="warn">{words.denied}</Notice>}
      {change.error instanceof RequestError && <ErrorNotice error={change.error} />}
      {change.error && !(change.error instanceof RequestError) && <Notice tone="danger">{words.failed}</Notice>}
      <div className={styles.foot}>
        <Button look={isOn ? 'plain' : 'primary'} busy={change.isPending} onClick={() => change.mutate(!isOn)}>
          {isOn ? words.turnOff : words.turnOn}
        </Button>
      </div>
    </>
  );
}
