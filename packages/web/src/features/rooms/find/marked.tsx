import { Fragment } from 'react';

export interface MarkedProps {
  readonly text: string;
  /** The searched words. */
  readonly words: string;
}

/** Highlights the searched words in a text. */
export function Marked({ text, words }: MarkedProps) {
  const wanted = words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  if (wanted.length === 0) return text;
  // Split by a group, so every second part is a match.
  const parts = text.split(new RegExp(`(${wanted.join('|')})`, 'giu'));
  return parts.map((part, place) =>
    place % 2 === 1 ? <mark key={place}>{part}</mark> : <Fragment key={place}>{part}</Fragment>,
  );
}
