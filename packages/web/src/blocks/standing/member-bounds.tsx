import { SelectField, TextField } from '../../ui/field.tsx';
import { keyName } from '../../ui/key-name.ts';
import { spelled } from '../../ui/spelled-text.ts';
import { boundsWords as words } from '../../words/standing.ts';
import type { BoundsFields } from './bounds-fields.ts';
import { canBeLimited, withMember } from './draft.ts';
import type { MemberDraft, MemberMode } from './draft.ts';
import { valueWords } from './said.ts';
import styles from './standing.module.css';
import { fieldsOf } from './terms-of.ts';

/** Edits which arguments may differ, each by its name, and the limits of numbers. */
export function MemberBounds(fields: BoundsFields) {
  const { draft, faultAt } = fields;
  const free = draft.members.filter(({ mode }) => mode === 'free').map(({ name }) => spelled(keyName(name)));
  const fault =
    faultAt('/standing/equal') ?? (draft.members.some(({ isCoins }) => isCoins) ? null : faultAt('/standing/max'));
  return (
    <fieldset className={styles.group}>
      <legend>{words.arguments}</legend>
      {draft.members.length === 0 && <p className={styles.note}>{words.none}</p>}
      {draft.members.map((member) => (
        <Member key={member.name} member={member} {...fields} />
      ))}
      {draft.members.length > 0 && (
        <p className={styles.note}>{free.length === 0 ? words.nothingFree : words.free(free.join(', '))}</p>
      )}
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function Member({ member, draft, onChange, faultAt }: BoundsFields & { readonly member: MemberDraft }) {
  const name = spelled(keyName(member.name));
  const paths = fieldsOf(draft, member);
  const change = (changed: Partial<MemberDraft>) => onChange(withMember(draft, member.name, changed));
  const isLimited = member.mode === 'limit';
  return (
    <div className={styles.member}>
      <SelectField
        label={name}
        value={member.mode}
        error={faultAt(...paths.mode)}
        onChange={({ target }) => change({ mode: target.value as MemberMode })}
      >
        <option value="same">{words.modes.same(valueWords(member.value))}</option>
        {canBeLimited(member.value) && <option value="limit">{words.modes.limit}</option>}
        {!member.isCoins && <option value="free">{words.modes.free}</option>}
      </SelectField>
      {(isLimited || member.isCoins) && (
        <div className={styles.limits}>
          {isLimited && (
            <TextField
              label={words.perCall(name)}
              inputMode="decimal"
              autoComplete="off"
              value={member.perCall}
              error={faultAt(...paths.perCall)}
              onChange={({ target }) => change({ perCall: target.value })}
            />
          )}
          <TextField
            label={words.total(name)}
            inputMode="decimal"
            autoComplete="off"
            value={member.total}
            error={faultAt(...paths.total)}
            onChange={({ target }) => change({ total: target.value })}
          />
        </div>
      )}
    </div>
  );
}
