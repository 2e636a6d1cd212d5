import { plainMarkdown } from '@parley/protocol';
import type { Message } from '@parley/protocol';
import { useNotified } from '../../api/notifications.ts';
import { wordsOf } from '../../blocks/words-of.ts';
import { Button } from '../../ui/button.tsx';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/use-now.ts';
import { inboxWords as words } from '../../words/inbox.ts';
import { platformWords } from '../../words/platform-lines.ts';
import type { News } from './inbox-items.ts';
import styles from './inbox.module.css';
import { PlaceLink } from './place-link.tsx';

interface NewsItemProps {
  readonly news: News;
  readonly onDone: () => void;
}

/** Shows the notifications of one room: their number and the newest message. */
export function NewsItem({ news: { notes, isNew, ...news }, onDone }: NewsItemProps) {
  const now = useNow();
  const [newest] = notes;
  const message = useNotified(news.conversationId, newest.messageId);
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.what}>
          <PlaceLink item={{ ...news, notes, isNew }} />
        </p>
        {message && news.type === 'mention' && (
          <p className={styles.mentioned}>{words.mentionedYou(message.author.name)}</p>
        )}
        {isNew && message && needsHuman(message) && (
          <p className={styles.needs}>{words.needsPerson(message.author.name)}</p>
        )}
        <p className={styles.preview} dir="auto">
          {message ? lineOf(message) : words.untold[news.type]}
        </p>
        <p className={styles.more}>
          {words.counts[news.type](notes.length)}
          {', '}
          <time dateTime={newest.createdAt} title={fullTime(newest.createdAt)}>
            {briefTime(newest.createdAt, now)}
          </time>
        </p>
      </div>
      {isNew && (
        <Button look="quiet" onClick={onDone}>
          {words.done}
        </Button>
      )}
    </div>
  );
}

function needsHuman({ blocks }: Message): boolean {
  return blocks.some(({ type }) => type === 'needs_human');
}

function lineOf({ author, body, blocks }: Message): string {
  if (author.type === 'platform' && body !== null) return platformWords.said(body);
  return `${author.name}: ${body ?? plainMarkdown(blocks.map(wordsOf).join('\n').slice(0, 2_000)).slice(0, 300)}`;
}
