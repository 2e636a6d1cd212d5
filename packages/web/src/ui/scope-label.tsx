import { scopeWords } from '../words/scopes.ts';
import { Spelled } from './spelled.tsx';
import styles from './scope-label.module.css';

interface ScopeLabelProps {
  /** The id of the switch that it names. */
  readonly htmlFor: string;
  readonly scope: string;
  readonly title: string | null;
}

/** Names a scope: its title if it has one, and always the scope itself. */
export function ScopeLabel({ htmlFor, scope, title: given }: ScopeLabelProps) {
  const title = scopeWords[scope] ?? given;
  if (title === null) return <label htmlFor={htmlFor}>{scope}</label>;
  return (
    <label htmlFor={htmlFor}>
      <Spelled text={title} /> <code className={styles.scope}>{scope}</code>
    </label>
  );
}
