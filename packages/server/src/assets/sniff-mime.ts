import { fileTypeFromFile } from 'file-type';

/** What a file is by its first bytes, with the extension that such files usually have. */
export interface SniffedType {
  readonly mime: string;
  readonly extension: string | null;
}

/** Bytes of which nothing is known, and which a browser is to keep as they are. */
const unknown: SniffedType = { mime: 'application/octet-stream', extension: null };

/**
 * Tells what a file is by its bytes, since a name or a header can say anything. What is not known by its bytes (plain text too) or could
 * run as a document (HTML, SVG and other XML) is `application/octet-stream`.
 */
export async function sniffMime(path: string): Promise<SniffedType> {
  // A file that breaks off in the middle of its own structure is no file of that type.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (!found || isDocument.test(found.mime)) return unknown;
  return { mime: found.mime, extension: found.ext };
}

const isDocument = /^text\/|[/+](?:x?html|xml)(?:;|$)/;
