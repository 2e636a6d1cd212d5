/**
 * The shape of a translation: the same names, a text wherever there is a text, and a function of the same values wherever there is one.
 *
 * @example export const roomFileWords: Spoken<typeof english.roomFileWords> = { title: 'Dateien', … };
 */
export type Spoken<Words> = Words extends string
  ? string
  : Words extends (...values: infer Values) => infer Said
    ? (...values: Values) => Spoken<Said>
    : { readonly [Name in keyof Words]: Spoken<Words[Name]> };
