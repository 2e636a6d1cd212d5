import { useSession } from '../api/session.ts';
import { Announcement } from './announcement.tsx';
import { EntryCard, type EntryCardProps } from './entry-card.tsx';
import { Leave } from './leave.tsx';

export interface EntryPageProps extends EntryCardProps {
  /** The address to open after sign-in. */
  readonly next: string;
}

/** A page for signed-out people; a signed-in person is redirected at once. */
export function EntryPage({ next, ...card }: EntryPageProps) {
  const { data: me } = useSession();
  if (me) return <Leave toOf={() => next} />;
  return (
    <>
      <Announcement />
      <EntryCard {...card} />
    </>
  );
}
