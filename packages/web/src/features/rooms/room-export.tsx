import { addressOf, type ConversationId } from '@parley/protocol';
import { Download } from 'lucide-react';
import buttons from '../../ui/button.module.css';
import { exportWords as words } from '../../words/export.ts';
import styles from './room-here.module.css';

const formats = ['md', 'json'] as const;

/** Links that download what the user may read of a room. The browser streams the file to disk, so a long room needs no memory. */
export function RoomExport({ id }: { readonly id: ConversationId }) {
  return (
    <>
      <p className={styles.faint}>{words.about}</p>
      <div className={styles.acts}>
        {formats.map((format) => (
          <a
            key={format}
            href={addressOf('exportConversation', { params: { conversationId: id }, query: { format } }).path}
            download
            className={buttons.button}
          >
            <Download size={16} aria-hidden />
            {words[format]}
          </a>
        ))}
      </div>
    </>
  );
}
