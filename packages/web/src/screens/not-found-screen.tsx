import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';
import { useTitle } from '../ui/use-title.ts';
import { screenWords } from '../words/screens.ts';

/** Shown at an address without a page. Nobody needs to be signed in, so its title counts no unread messages. */
export function NotFoundScreen() {
  useTitle(screenWords.nothingHere);
  return (
    <EmptyState
      isPage
      art={<Mark size={48} />}
      title={screenWords.nothingHere}
      action={<Link to={paths.home}>{screenWords.goHome}</Link>}
    />
  );
}
