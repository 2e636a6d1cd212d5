import { withoutStray } from '@parley/protocol';

const charactersMax = 255;

/**
 * Returns a file name in NFC that every system can save, at most 255 characters; a long name keeps its extension.
 * Removes the path, control characters, bidirectional controls (they can disguise an extension), invisible characters
 * and unpaired surrogates. Returns a generic name if nothing is left.
 */
export function cleanFilename(name: string | null, extension: string | null): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  // After shortening, the name may end with a space or consist of dots only.
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
