import { putAnnouncementAway, useAnnouncement } from '../api/announcement.ts';
import { Button } from '../ui/button.tsx';
import { Spelled } from '../ui/spelled.tsx';
import { useNow } from '../ui/use-now.ts';
import { announcementWords as words } from '../words/announcement.ts';
import styles from './announcement.module.css';

/** Shows what the administrators announce, until it ends or is put away. */
export function Announcement() {
  const announcement = useAnnouncement();
  const now = useNow();
  if (!announcement || Date.parse(announcement.until) <= now.getTime()) return null;
  return (
    <aside className={styles.announcement} aria-label={words.label}>
      <p>
        <Spelled text={announcement.text} />
      </p>
      <Button look="quiet" onClick={() => putAnnouncementAway(announcement)}>
        {words.putAway}
      </Button>
    </aside>
  );
}
