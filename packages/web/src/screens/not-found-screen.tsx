import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';

export function NotFoundScreen() {
  return (
    <EmptyState
      art={<Mark size={48} />}
      title="There is nothing at this address"
      action={<Link to="/">Go home</Link>}
    />
  );
}
