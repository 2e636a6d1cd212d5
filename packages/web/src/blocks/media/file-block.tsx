import type { ReadBlock } from '@parley/protocol';
import { Download, File, FileArchive, FileCode, FileImage, FileMusic, FileSpreadsheet, FileText } from 'lucide-react';
import { mediaWords as words } from '../../words/media.ts';
import { assetAddress, fileSize } from './asset.ts';
import styles from './media-blocks.module.css';

/** What a kind of bytes looks like and is called; the first that fits counts. */
const kinds = [
  [/^image\//u, FileImage, words.fileKinds.picture],
  [/^audio\//u, FileMusic, words.fileKinds.sound],
  [/pdf$/u, FileText, words.fileKinds.pdf],
  [/(?:zip|tar|gzip|7z|compressed)/u, FileArchive, words.fileKinds.archive],
  [/(?:csv|spreadsheet|excel)/u, FileSpreadsheet, words.fileKinds.table],
  [/(?:json|xml|javascript|html|x-sh|yaml)/u, FileCode, words.fileKinds.code],
  [/^text\//u, FileText, words.fileKinds.text],
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
        <span className={styles.fileFacts}>{[type, size].filter(Boolean).join(' · ') || words.file}</span>
      </span>
      <Download size={16} aria-hidden />
    </a>
  );
}
