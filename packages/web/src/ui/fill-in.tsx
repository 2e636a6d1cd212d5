import { Fragment } from 'react';
import type { ReactNode } from 'react';

/** The names in the braces of a sentence. */
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/**
 * Returns a sentence with elements in place of the names in braces, so that each language can order them.
 *
 * @example fillIn('You chose {label}', { label: <bdi>Roses</bdi> })
 */
export function fillIn<const Sentence extends string>(
  sentence: Sentence,
  parts: Readonly<Record<NamesIn<Sentence>, ReactNode>>,
): ReactNode {
  const byName: Readonly<Record<string, ReactNode>> = parts;
  return sentence
    .split(/\{(\w+)\}/u)
    .map((piece, place) => (place % 2 === 0 ? piece : <Fragment key={place}>{byName[piece]}</Fragment>));
}
