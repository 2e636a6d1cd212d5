import { catalogue } from './catalogue.ts';

/** Texts around code, and descriptions of formatting for screen readers. */
export const codeWords = catalogue('codeWords', {
  code: 'Code',
  codeIn: (language: string) => `Code, ${language}`,
  copy: 'Copy code',
  less: 'Show less',
  all: (lines: number) => `Show all ${lines} lines`,
  table: 'Table',
  ticked: 'Done:',
  unticked: 'Not done:',
});
