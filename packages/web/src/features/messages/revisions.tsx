import type { Message, MessageRevision } from '@parley/protocol';
import { useRevisions } from '../../api/edits.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fullTime } from '../../ui/format-time.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { editingWords as words } from '../../words/editing.ts';
import { messageText } from './message-text.ts';
import styles from './revisions.module.css';
import { wordChanges } from './word-changes.ts';
import type { WordChange } from './word-changes.ts';

export interface RevisionsProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/** Shows every version of a message as text, the oldest first, with what each edit changed. */
export function Revisions({ message, onClose }: RevisionsProps) {
  const { data: versions, error, refetch } = useRevisions(message);
  return (
    <Dialog title={words.versions} onClose={onClose}>
      {error && <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />}
      {!versions && !error && <Skeleton label={words.loading} />}
      {versions && versions.length > 1 && <p className={styles.legend}>{words.legend}</p>}
      {versions && (
        <ol className={styles.versions}>
          {versions.map((version, place) => (
            <Version
              key={version.revision}
              version={version}
              before={versions[place - 1]}
              isLast={place === versions.length - 1}
            />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

interface VersionProps {
  readonly version: MessageRevision;
  readonly before: MessageRevision | undefined;
  readonly isLast: boolean;
}

function Version({ version, before, isLast }: VersionProps) {
  const text = messageText(version);
  const changes = before ? wordChanges(messageText(before), text) : [{ kind: 'same', text } as const];
  return (
    <li className={styles.version}>
      <h3 className={styles.head}>
        {version.revision === 0 ? words.original : words.version(version.revision)}
        {isLast && ` · ${words.now}`}
        {' · '}
        <time dateTime={version.at}>{fullTime(version.at)}</time>
      </h3>
      <p className={styles.text} dir="auto">
        {text === '' && !before ? words.noText : changes.map((change, place) => <Words key={place} change={change} />)}
      </p>
    </li>
  );
}

/** Screen readers do not announce the elements of a change, so hidden words do. */
function Words({ change: { kind, text } }: { readonly change: WordChange }) {
  if (kind === 'same') return text;
  const Element = kind === 'removed' ? 'del' : 'ins';
  return (
    <Element>
      <Hidden>{` ${kind === 'removed' ? words.removedWords : words.addedWords} `}</Hidden>
      {text}
      <Hidden>{` ${words.end} `}</Hidden>
    </Element>
  );
}
