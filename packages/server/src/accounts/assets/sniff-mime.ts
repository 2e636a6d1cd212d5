import { fileTypeFromFile } from 'file-type';

/** The type of a file from its first bytes, with the usual extension of that type. */
export interface SniffedType {
  readonly mime: string;
  readonly extension: string | null;
}

/** Bytes of unknown type, which browsers must not interpret. */
const unknown: SniffedType = { mime: 'application/octet-stream', extension: null };

/**
 * Detects a file's type from its bytes, because a name or header proves nothing. Returns `application/octet-stream` for
 * unknown bytes (including plain text) and for anything that could run as a document (HTML, SVG and other XML).
 */
export async function sniffMime(path: string): Promise<SniffedType> {
  // A file with a truncated structure counts as unknown.
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (!found || isDocument.test(found.mime)) return unknown;
  return { mime: found.mime, extension: found.ext };
}

const isDocument = /^text\/|[/+](?:x?html|xml)(?:;|$)/;
