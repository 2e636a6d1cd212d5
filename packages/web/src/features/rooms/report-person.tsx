import type { Person } from '@parley/protocol';
import { paths } from '../../navigation/paths.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { Button } from '../../ui/button.tsx';
import { memberWords as words } from '../../words/members.ts';

/** A button that opens the report of a person to the administrators. */
export function ReportPerson({ person }: { readonly person: Pick<Person, 'userId' | 'displayName'> }) {
  const navigate = useNavigate();
  return (
    <Button
      look="quiet"
      aria-label={words.reportName(person.displayName)}
      onClick={() => navigate(paths.report('user', person.userId))}
    >
      {words.report}
    </Button>
  );
}
