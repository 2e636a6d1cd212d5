/**
 * The type of a translation: the same keys, a string for each string, and a function with the same parameters for each function.
 *
 * @example export const roomFileWords: Spoken<typeof english.roomFileWords> = { title: 'Dateien', … };
 */
export type Spoken<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => infer Said
    ? (...values: Values) => Spoken<Said>
    : { readonly [Name in keyof Words]: Spoken<Words[Name]> };
