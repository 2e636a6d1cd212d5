import { catalogue } from './catalogue.ts';

/** Texts about pictures, sounds, films and files. */
export const mediaWords = catalogue('mediaWords', {
  sizes: ['B', 'KB', 'MB', 'GB', 'TB'],
  file: 'File',
  fileKinds: {
    picture: 'Picture',
    sound: 'Sound',
    pdf: 'PDF',
    archive: 'Archive',
    table: 'Table',
    code: 'Code',
    text: 'Text',
  },

  picture: 'Picture',
  showPicture: 'Show the picture in full',
  showInFull: (alt: string) => `Show in full: ${alt}`,
  save: 'Save',
  missing: 'A picture that could not be loaded',
  missingText: 'This picture could not be loaded.',
  missingNamed: (alt: string) => `${alt} (could not be loaded)`,

  sound: 'Sound',
  film: 'Film',
  withLength: (kind: string, length: string) => `${kind}, ${length}`,
  noSound: 'This sound cannot be played here.',
  noFilm: 'This film cannot be played here.',
  playElsewhere: '{save} to play it elsewhere.',
  saveIt: 'Save it',
});
