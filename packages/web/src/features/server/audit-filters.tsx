import { auditActions } from '@parley/protocol';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { auditWords as words } from '../../words/audit.ts';
import { actionName } from '../../words/audit-actions.ts';
import { noFields, type AuditFields } from './audit-fields.ts';
import styles from './server.module.css';

export interface AuditFiltersProps {
  readonly fields: AuditFields;
  readonly onChange: (fields: AuditFields) => void;
}

const actions = Object.keys(auditActions);

/** Shows the filters of the audit log. */
export function AuditFilters({ fields, onChange }: AuditFiltersProps) {
  const text = (name: keyof AuditFields) => ({
    label: words[name],
    value: fields[name],
    onChange: ({ target }: { readonly target: EventTarget }) =>
      onChange({ ...fields, [name]: (target as HTMLInputElement).value }),
  });
  const isFiltered = Object.values(fields).some((value) => value !== '');
  return (
    <div className={styles.pairs}>
      <SelectField {...text('action')}>
        <option value="">{words.any}</option>
        {actions.map((action) => (
          <option key={action} value={action}>
            {actionName(action)}
          </option>
        ))}
      </SelectField>
      <TextField type="date" {...text('since')} />
      <TextField type="date" {...text('until')} />
      <TextField autoComplete="off" spellCheck={false} maxLength={64} {...text('actor')} />
      <TextField autoComplete="off" spellCheck={false} maxLength={64} {...text('target')} />
      {isFiltered && (
        <div>
          <Button onClick={() => onChange(noFields)}>{words.clear}</Button>
        </div>
      )}
    </div>
  );
}
