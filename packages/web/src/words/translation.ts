/**
 * The type of a catalogue in any language: the same keys, a string for each string, and a function with the same parameters for each
 * function.
 *
 * @example export const roomFileWords: Translation<typeof english.roomFileWords> = { title: 'Dateien', … };
 */
export type Translation<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translation<Said>
    : { readonly [Name in keyof Words]: Translation<Words[Name]> };
