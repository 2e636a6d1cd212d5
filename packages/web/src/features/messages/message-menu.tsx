import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { messageWords as words } from '../../words/messages.ts';
import styles from './message-menu.module.css';
import type { MessageRow } from './timeline.ts';

const loadMenu = async () => (await import('./message-menu-items.tsx')).MessageMenuItems;

/** Shows the menu of one message. */
export function MessageMenu({ row }: { readonly row: MessageRow }) {
  return (
    <span className={styles.place} data-own={row.isOwn}>
      <LazyMenu
        load={loadMenu}
        menu={{ row }}
        trigger={
          <IconButton label={words.actions} className={styles.button}>
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
      />
    </span>
  );
}
