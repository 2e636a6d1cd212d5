import { titleOfScope } from '@parley/protocol';
import type { ModelTool } from '@parley/protocol';
import layout from '../../ui/form-layout.module.css';
import { modelWords as words } from '../../words/models.ts';
import { scopeWords } from '../../words/scopes.ts';
import styles from './models.module.css';

interface ToolChoiceProps {
  readonly tools: readonly ModelTool[];
  readonly picked: readonly string[];
  readonly onChange: (picked: readonly string[]) => void;
}

/** Lets a person pick the tools of a model. */
export function ToolChoice({ tools, picked, onChange }: ToolChoiceProps) {
  if (tools.length === 0) return null;
  return (
    <fieldset className={layout.group}>
      <legend className={styles.legend}>{words.tools}</legend>
      <p className={styles.hint}>{words.toolsHint}</p>
      <div className={styles.choices}>
        {tools.map(({ name, scope, description }) => (
          <label key={name} className={styles.choice}>
            <input
              type="checkbox"
              checked={picked.includes(name)}
              onChange={({ target }) =>
                onChange(target.checked ? [...picked, name] : picked.filter((other) => other !== name))
              }
            />
            <strong>{scopeWords[scope] ?? titleOfScope(scope, undefined) ?? name}</strong>
            <span>{titleOfScope(scope, undefined) === null ? description : name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
