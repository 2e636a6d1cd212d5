import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';
import { screenWords } from '../words/screens.ts';

export function NotFoundScreen() {
  return (
    <EmptyState
      isPage
      art={<Mark size={48} />}
      title={screenWords.nothingHere}
      action={<Link to={paths.home}>{screenWords.goHome}</Link>}
    />
  );
}
