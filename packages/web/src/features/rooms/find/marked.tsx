import { Fragment } from 'react';

export interface MarkedProps {
  readonly text: string;
  /** The words that were looked for. */
  readonly words: string;
}

/** A text in which the words that were looked for stand out. */
export function Marked({ text, words }: MarkedProps) {
  const wanted = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (wanted.length === 0) return text;
  // Split by a group, every second part is what the group matched.
  const parts = text.split(new RegExp(`(${wanted.join('|')})`, 'giu'));
  return parts.map((part, place) =>
    place % 2 === 1 ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>,
  );
}
