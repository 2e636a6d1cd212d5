import type { ConversationId, RoomFile } from '@parley/protocol';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { useRoomFiles } from '../../api/room-files.ts';
import { FileBlock } from '../../blocks/media/file-block.tsx';
import { Button } from '../../ui/button.tsx';
import { briefTime, fullTime } from '../../ui/format-time.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { roomFileWords as words } from '../../words/room-files.ts';
import styles from './room-here.module.css';

/** Shows the files of a room from all members, with download links. */
export function RoomFiles({ id }: { readonly id: ConversationId }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRoomFiles(id);
  const files = data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <h3 className={styles.heading}>{words.title}</h3>
      {error && <ErrorNotice error={error} action={<Button onClick={() => void refetch()}>{words.tryAgain}</Button>} />}
      {!files && !error && <Skeleton label={words.loading} />}
      {files?.length === 0 && <p className={styles.faint}>{words.none}</p>}
      {files && files.length > 0 && (
        <ul className={styles.files} aria-label={words.title}>
          {files.map((file) => (
            <li key={file.assetId}>
              <File file={file} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </>
  );
}

function File({ file: { assetId, mime, sizeBytes, filename, createdAt, owner } }: { readonly file: RoomFile }) {
  const now = useNow();
  return (
    <>
      <FileBlock block={{ type: 'file', asset_id: assetId, filename, size_bytes: sizeBytes, mime }} />
      <p className={styles.faint}>
        <bdi>{owner.name}</bdi>
        {' · '}
        <time dateTime={createdAt} title={fullTime(createdAt)}>
          {briefTime(createdAt, now)}
        </time>
      </p>
    </>
  );
}
