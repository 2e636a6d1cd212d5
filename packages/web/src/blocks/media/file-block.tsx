import { nameByBytes } from '@parley/protocol';
import type { ReadBlock } from '@parley/protocol';
import { Download, File, FileArchive, FileCode, FileImage, FileMusic, FileSpreadsheet, FileText } from 'lucide-react';
import { mediaWords as words } from '../../words/media.ts';
import { assetAddress, fileSize } from './asset.ts';
import styles from './media-blocks.module.css';

/** The icon and name of each kind of file; the first match counts. */
const kinds = [
  [/^image\//u, FileImage, words.fileKinds.picture],
  [/^audio\//u, FileMusic, words.fileKinds.sound],
  [/pdf$/u, FileText, words.fileKinds.pdf],
  [/(?:zip|tar|gzip|7z|compressed)/u, FileArchive, words.fileKinds.archive],
  [/(?:csv|spreadsheet|excel)/u, FileSpreadsheet, words.fileKinds.table],
  [/(?:json|xml|javascript|html|x-sh|yaml)/u, FileCode, words.fileKinds.code],
  [/^text\//u, FileText, words.fileKinds.text],
] as const;

/** The generic MIME type; the extension then decides the kind. */
const unknownMime = 'application/octet-stream';
const ends: readonly (readonly [RegExp, string])[] = [
  [/\.[ct]sv$/iu, 'text/csv'],
  [/\.(?:txt|md|log|ics)$/iu, 'text/plain'],
  [/\.(?:json|ya?ml|xml|html?|[jt]sx?|py|sh|sql)$/iu, 'application/json'],
];

/** Direction controls, which can hide the real extension of a name. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu;

/** Renders a file with its metadata and a download link. */
export function FileBlock({ block }: { readonly block: ReadBlock<'file'> }) {
  const name = nameByBytes(block.filename.replaceAll(bidiControls, ''), block.mime);
  const [, Icon, kind] = kinds.find(([pattern]) => pattern.test(mimeOf(block.mime, name))) ?? [null, File, null];
  const size = block.size_bytes === undefined ? null : fileSize(block.size_bytes);
  const type = kind ?? (block.mime === unknownMime ? words.file : block.mime);
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

function mimeOf(mime: string | undefined, name: string): string {
  if (mime !== undefined && mime !== unknownMime) return mime;
  return ends.find(([end]) => end.test(name))?.[1] ?? '';
}
