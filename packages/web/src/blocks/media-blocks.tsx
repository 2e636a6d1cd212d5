import type { ReadBlock } from '@parley/protocol';
import { FileDown } from 'lucide-react';
import { Aside, Frame } from './frame.tsx';
import styles from './media-blocks.module.css';

/** A picture from the platform's own address; its size is known before it loads where the agent told it. */
export function ImageBlock({ block }: { readonly block: ReadBlock<'image'> }) {
  return (
    <img
      className={styles.image}
      src={assetAddress(block.asset_id)}
      alt={block.alt_text ?? ''}
      width={block.width}
      height={block.height}
      loading="lazy"
    />
  );
}

export function FileBlock({ block }: { readonly block: ReadBlock<'file'> }) {
  const facts = [block.size_bytes && fileSize(block.size_bytes), block.mime].filter(Boolean).join(' · ');
  return (
    <a className={styles.file} href={assetAddress(block.asset_id)} download={block.filename}>
      <FileDown size={20} aria-hidden />
      <span>
        {block.filename}
        {facts && <Aside>{facts}</Aside>}
      </span>
    </a>
  );
}

export function AudioBlock({ block }: { readonly block: ReadBlock<'audio'> }) {
  return (
    <Frame kind="Sound">
      <audio className={styles.audio} controls preload="none" src={assetAddress(block.asset_id)} />
    </Frame>
  );
}

export function VideoBlock({ block }: { readonly block: ReadBlock<'video'> }) {
  return (
    <video
      className={styles.image}
      controls
      preload="metadata"
      src={assetAddress(block.asset_id)}
      width={block.width}
      height={block.height}
    />
  );
}

function assetAddress(assetId: string): string {
  return `/v1/assets/${assetId}`;
}

/** @example fileSize(1536) // '1.5 KB' */
export function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${(bytes / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${units[step]}`;
}
