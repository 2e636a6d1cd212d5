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

/**
 * Appends the extension of the MIME type to a file's name, unless the name already has an allowed one. Leaves the name unchanged if the
 * type is unknown. Without it, a picture saved as `a.html` would open in another program.
 *
 * @example nameByBytes('a.html', 'image/png') // 'a.html.png'
 */
export function nameByBytes(filename: string, mime: string | undefined): string {
  const type = mime?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ends = Object.hasOwn(endsOf, type) ? endsOf[type] : undefined;
  if (!ends) return filename;
  const end = /\.([a-z0-9]+)$/iu.exec(filename)?.[1]?.toLowerCase();
  return end !== undefined && ends.includes(end) ? filename : `${filename}.${ends[0]}`;
}
