import styles from './code-block.module.css';
import type { CodeToken } from './highlight.ts';

/** The style for the first part of a scope name: `title.function_` uses `title`. */
const looks: Readonly<Record<string, string | undefined>> = {
  keyword: styles.keyword,
  literal: styles.keyword,
  built_in: styles.name,
  type: styles.name,
  title: styles.name,
  section: styles.name,
  name: styles.name,
  tag: styles.name,
  'selector-tag': styles.name,
  'selector-class': styles.name,
  attr: styles.attribute,
  attribute: styles.attribute,
  property: styles.attribute,
  variable: styles.attribute,
  string: styles.string,
  regexp: styles.string,
  addition: styles.added,
  deletion: styles.removed,
  number: styles.number,
  comment: styles.comment,
  meta: styles.comment,
  doctag: styles.comment,
};

export function CodeTokens({ tokens }: { readonly tokens: readonly CodeToken[] }) {
  return tokens.map((token, index) =>
    typeof token === 'string' ? (
      token
    ) : (
      <span key={index} className={looks[token.scope.split('.')[0] ?? '']}>
        <CodeTokens tokens={token.inner} />
      </span>
    ),
  );
}
