import type { ReadBlock } from '@parley/protocol';
import { Download, File, FileArchive, FileCode, FileImage, FileMusic, FileSpreadsheet, FileText } from 'lucide-react';
import { assetAddress, fileSize } from './asset.ts';
import styles from './media-blocks.module.css';

/** What a kind of bytes looks like and is called; the first that fits counts. */
const kinds = [
  [/^image\//u, FileImage, 'Picture'],
  [/^audio\//u, FileMusic, 'Sound'],
  [/pdf$/u, FileText, 'PDF'],
  [/(?:zip|tar|gzip|7z|compressed)/u, FileArchive, 'Archive'],
  [/(?:csv|spreadsheet|excel)/u, FileSpreadsheet, 'Table'],
  [/(?:json|xml|javascript|html|x-sh|yaml)/u, FileCode, 'Code'],
  [/^text\//u, FileText, 'Text'],
] as const;

/** Characters that turn the writing round, so that a name ends otherwise than it seems to. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;

/** A file to save, with what is said of it. */
export function FileBlock({ block }: { readonly block: ReadBlock<'file'> }) {
  const [, Icon, kind] = kinds.find(([mime]) => mime.test(block.mime ?? '')) ?? [null, File, null];
  const size = block.size_bytes === undefined ? null : fileSize(block.size_bytes);
  const type = kind === null ? block.mime : kind;
  const name = block.filename.replaceAll(bidiControls, '');
  return (
    <a className={styles.file} href={assetAddress(block.asset_id)} download={name} title={block.mime}>
      <Icon size={24} aria-hidden />
      <span className={styles.fileWords}>
        <bdi className={styles.fileName}>{name}</bdi>
        <span className={styles.fileFacts}>{[type, size].filter(Boolean).join(' · ') || 'File'}</span>
      </span>
      <Download size={16} aria-hidden />
    </a>
  );
}
