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
  'video/matroska': ['mkv', 'webm'],
  'video/mpeg': ['mpg', 'mpeg', 'mpe', 'm2v'],
  'video/mp2t': ['ts', 'mts', 'm2ts'],
  'video/3gpp': ['3gp'],
  'video/3gpp2': ['3g2'],
  'video/vnd.avi': ['avi'],
  'video/x-m4v': ['m4v', 'mp4'],
  'video/x-flv': ['flv'],
  'video/x-ms-asf': ['asf', 'wmv'],
  'audio/webm': ['webm', 'weba'],
  'audio/opus': ['opus', 'ogg', 'oga'],
  'audio/m4a': ['m4a', 'mp4'],
  'audio/matroska': ['mka', 'mkv'],
  'audio/x-matroska': ['mka', 'mkv'],
  'audio/amr': ['amr'],
  'audio/aiff': ['aif', 'aiff'],
  'audio/midi': ['mid', 'midi'],
  'audio/x-ms-asf': ['wma', 'asf'],
  'image/heif': ['heif', 'heic'],
  'image/jxl': ['jxl'],
  'image/jp2': ['jp2'],
  'image/vnd.adobe.photoshop': ['psd'],
  'application/pdf': ['pdf'],
};

/** Extensions of files that open as a page or run. Of every other type than the table's, bytes that are known to be none of them get `.bin`. */
const pagesAndPrograms = new Set(
  'html htm xhtml xht shtml mhtml mht svg svgz xml xsl xslt js mjs cjs hta vbs vbe wsf wsh ps1 bat cmd com scr pif lnk url reg sh'.split(
    ' ',
  ),
);
const maybeText = new Set(['', 'application/octet-stream', 'application/xml', 'application/javascript']);

/**
 * Appends the extension of the MIME type to a file's name, unless the name already has an allowed one. Without it, a picture saved as
 * `a.html` would open in another program. A type without usual extensions gets `.bin` behind the extension of a page or a program; bytes
 * that were not recognised keep their name, since they may be what it says.
 *
 * @example nameByBytes('a.html', 'image/png') // 'a.html.png'
 */
export function nameByBytes(filename: string, mime: string | undefined): string {
  const type = mime?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const end = /\.([a-z0-9]+)$/iu.exec(filename)?.[1]?.toLowerCase() ?? '';
  const ends = Object.hasOwn(endsOf, type) ? endsOf[type] : undefined;
  if (ends) return ends.includes(end) ? filename : `${filename}.${ends[0]}`;
  const isNone = !maybeText.has(type) && !type.startsWith('text/');
  return isNone && pagesAndPrograms.has(end) ? `${filename}.bin` : filename;
}
