import type { ReportTarget } from '@parley/protocol';
import { useState } from 'react';
import { useReport } from '../api/reports.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { TextAreaField } from '../ui/field.tsx';
import layout from '../ui/form-layout.module.css';
import { reportWords as words } from '../words/reports.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Page } from './page.tsx';

interface ReportScreenProps {
  readonly type: string;
  readonly id: string;
}

/** Reports something to the administrators, with a reason. */
export function ReportScreen({ type, id }: ReportScreenProps) {
  return isTarget(type) ? <Reporting type={type} id={id} /> : <NotFoundScreen />;
}

const isTarget = (type: string): type is ReportTarget => Object.hasOwn(words.titles, type);

function Reporting({ type, id }: { readonly type: ReportTarget; readonly id: string }) {
  const [reason, setReason] = useState('');
  const { mutate, isPending, isSuccess, error } = useReport(type, id);
  return (
    <Page title={words.titles[type]} action={<Button onClick={() => history.back()}>{words.back}</Button>}>
      <UnreadTitle title={words.titles[type]} />
      <p role="status">{isSuccess ? words.sent : words.hint}</p>
      {!isSuccess && (
        <form
          className={layout.form}
          onSubmit={(event) => {
            event.preventDefault();
            mutate(reason);
          }}
        >
          <TextAreaField
            label={words.reason}
            required
            autoFocus
            rows={4}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          {error && <ErrorNotice error={error} />}
          <Button look="primary" type="submit" busy={isPending}>
            {words.send}
          </Button>
        </form>
      )}
    </Page>
  );
}
