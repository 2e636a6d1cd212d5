import { lazy, memo, Suspense } from 'react';
import { Paragraphs } from './paragraphs.tsx';

/** Everything that Markdown could read as markup: a mark within a line or at its start. */
const marks = /[*_`~<&\\[|]|^[ \t]*(?:[#>+\-=]|\d{1,9}[.)])|^(?: {4}|[ ]{0,3}\t)/mu;

const MarkdownTree = lazy(() =>
  import('./markdown-tree.tsx').then(
    ({ MarkdownTree: Tree }) => ({ default: Tree }),
    () => ({ default: Paragraphs }),
  ),
);

/** Renders text in the Markdown subset. Most messages are plain text, so the parser loads with the first one that needs it. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  if (!marks.test(text)) return <Paragraphs text={text} />;
  return (
    <Suspense fallback={<Paragraphs text={text} />}>
      <MarkdownTree text={text} />
    </Suspense>
  );
});
