import { linkify } from '../linkify.tsx';
import styles from './markdown.module.css';

const emptyLines = /\n(?:[ \t]*\n)+/u;

/** Shows plain text in paragraphs, with addresses as links. */
export function Paragraphs({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      {text
        .trim()
        .split(emptyLines)
        .map((paragraph, index) => (
          <p key={index} dir="auto">
            {linkify(paragraph)}
          </p>
        ))}
    </div>
  );
}
