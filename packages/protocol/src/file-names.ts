/** The file extensions that are allowed for each MIME type; the first is the usual one. */
const endsOf: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/apng': ['png', 'apng'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'image/x-icon': ['ico'],
  'audio/mpeg': ['mp3', 'mpga', 'mpeg'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/flac': ['flac'],
  'audio/x-flac': ['flac'],
  'audio/aac': ['aac'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/x-m4a': ['m4a', 'mp4'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'video/quicktime': ['mov', 'qt'],
  'video/x-matroska': ['mkv', 'webm'],
  'application/pdf': ['pdf'],
};

/** Extensions of files that open as a page or run. */
const ofPageOrProgram =
  /^(?:[sx]?html?|xht|mht(ml)?|svgz?|xml|xslt?|[cm]?js|hta|vb[se]|ws[fh]|ps1|bat|cmd|com|scr|pif|lnk|url|reg|sh)$/;
/** Types of bytes that were not recognised. They may be what their name says. */
const unknown = /^$|^text\/|[/+](?:octet-stream|xml|javascript)$/;

/**
 * Appends the extension of the MIME type to a file's name, unless the name already has an allowed one. Without it, a picture saved as
 * `a.html` would open in another program. A name of a page or a program gets `.bin` with every other type; bytes that were not recognised
 * keep their name.
 *
 * @example nameByBytes('a.html', 'image/png') // 'a.html.png'
 */
export function nameByBytes(filename: string, mime: string | undefined): string {
  const type = mime?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const end = /\.([a-z0-9]+)$/iu.exec(filename)?.[1]?.toLowerCase() ?? '';
  const ends = Object.hasOwn(endsOf, type) ? endsOf[type] : undefined;
  if (ends) return ends.includes(end) ? filename : `${filename}.${ends[0]}`;
  return ofPageOrProgram.test(end) && !unknown.test(type) ? `${filename}.bin` : filename;
}
