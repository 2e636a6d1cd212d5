import { lazy, memo, Suspense } from 'react';
import { Paragraphs } from './paragraphs.tsx';

/** Whatever Markdown could read as more than words: a mark within a line, or one that begins it. */
const marks = /[*_`~<&\\[|]|^[ \t]*(?:[#>+\-=]|\d{1,9}[.)])|^(?: {4}|[ ]{0,3}\t)/mu;

const MarkdownTree = lazy(() =>
  import('./markdown-tree.tsx').then(
    ({ MarkdownTree: Tree }) => ({ default: Tree }),
    () => ({ default: Paragraphs }),
  ),
);

/** Text in the Markdown subset. Most messages are plain words, and the parser comes with the first that is more. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  if (!marks.test(text)) return <Paragraphs text={text} />;
  return (
    <Suspense fallback={<Paragraphs text={text} />}>
      <MarkdownTree text={text} />
    </Suspense>
  );
});
