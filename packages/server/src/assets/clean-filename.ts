import { withoutStray } from '@parley/protocol';

const charactersMax = 255;

/**
 * A name under which a file can be saved anywhere, as NFC: its path is cut off, and control characters, marks that turn the direction
 * of writing (they can disguise an extension), what nobody sees and halves of characters are taken out. At most 255 characters; a long
 * name keeps its extension. Where nothing is left, the generic name stands in.
 */
export function cleanFilename(name: string | null, extension: string | null): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  // A cut may leave a space at the end, or nothing but dots.
  const clean = shorten(withoutStray(base).trim()).trim();
  if (/^\.*$/.test(clean)) return extension === null ? 'file' : `file.${extension}`;
  return clean;
}

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= charactersMax) return name;
  const extension = [...(/\.[^.]{1,20}$/.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, charactersMax - extension.length), ...extension].join('');
}
