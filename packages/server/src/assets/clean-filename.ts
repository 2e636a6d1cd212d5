const charactersMax = 255;

/**
 * A name under which a file can be saved anywhere: its path is cut off, and control characters, marks that turn the direction of
 * writing (they can disguise an extension) and halves of characters are taken out. At most 255 characters; a long name keeps its
 * extension. Where nothing is left, the generic name stands in.
 */
export function cleanFilename(name: string | null, extension: string | null): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  // A cut may leave a space at the end, or nothing but dots.
  const clean = shorten(base.replace(unfit, '').trim()).trim();
  if (/^\.*$/.test(clean)) return extension === null ? 'file' : `file.${extension}`;
  return clean;
}

const unfit = /[\p{Cc}\p{Surrogate}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= charactersMax) return name;
  const extension = [...(/\.[^.]{1,20}$/.exec(name)?.[0] ?? '')];
  return [...characters.slice(0, charactersMax - extension.length), ...extension].join('');
}
