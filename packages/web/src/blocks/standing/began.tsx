import type { StandingGrant } from '@parley/protocol';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { approvalWords as words } from '../../words/approvals.ts';

/** Says that an approval began a standing permission, or was given under one, with a link to it. */
export function Began({ grant, isFirst }: { readonly grant: StandingGrant; readonly isFirst: boolean }) {
  return (
    <span>
      {isFirst ? words.began : words.takenAlong}{' '}
      <Link to={paths.standingGrant(grant.grantId)}>{words.seePermission}</Link>
    </span>
  );
}
