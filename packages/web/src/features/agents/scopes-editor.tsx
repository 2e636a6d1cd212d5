import { limits } from '@parley/protocol';
import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { manifestWords as words } from '../../words/manifest-form.ts';
import type { ScopeField } from './manifest-form-state.ts';
import styles from './register-agent.module.css';

export interface ScopesEditorProps {
  readonly scopes: readonly ScopeField[];
  readonly error: string | null;
  readonly onChange: (scopes: readonly ScopeField[]) => void;
}

/** Edits the scopes that the agent requests, each with the reason that people read before a grant. */
export function ScopesEditor({ scopes, error, onChange }: ScopesEditorProps) {
  const edit = (index: number, change: Partial<ScopeField>) =>
    onChange(scopes.map((scope, at) => (at === index ? { ...scope, ...change } : scope)));
  return (
    <fieldset className={layout.group}>
      <legend className={styles.legend}>{words.scopes}</legend>
      <p className={styles.hint}>{words.scopesHint}</p>
      {scopes.map((each, index) => (
        <div key={index} className={styles.scope}>
          <TextField
            label={words.scope}
            required
            placeholder="proactive.message"
            pattern="[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+"
            spellCheck={false}
            autoCapitalize="none"
            value={each.scope}
            onChange={({ target }) => edit(index, { scope: target.value })}
          />
          <TextField
            label={words.reason}
            required
            maxLength={200}
            value={each.reason}
            onChange={({ target }) => edit(index, { reason: target.value })}
          />
          <TextField
            label={words.scopeTitle}
            maxLength={60}
            value={each.title}
            onChange={({ target }) => edit(index, { title: target.value })}
          />
          <IconButton
            label={words.removeScope(each.scope || String(index + 1))}
            onClick={() => onChange(scopes.filter((_, at) => at !== index))}
          >
            <X size={18} aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && <p role="alert">{error}</p>}
      {scopes.length < limits.requestedScopes && (
        <div>
          <Button
            icon={<Plus size={16} aria-hidden />}
            onClick={() => onChange([...scopes, { scope: '', reason: '', title: '' }])}
          >
            {words.addScope}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
