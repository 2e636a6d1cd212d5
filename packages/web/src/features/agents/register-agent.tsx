import { useState } from 'react';
import { useRegisterAgent } from '../../api/agents.ts';
import type { RegisteredAgent } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { RequestError } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { AccessChoice, TransportChoice } from './manifest-choices.tsx';
import { emptyManifest, fieldError, suggestHandle, toManifest } from './manifest-form-state.ts';
import type { ManifestFields } from './manifest-form-state.ts';
import { ScopesEditor } from './scopes-editor.tsx';

/** The form that registers an agent. `onRegistered` gets the one credential that is ever shown. */
export function RegisterAgent({ onRegistered }: { readonly onRegistered: (agent: RegisteredAgent) => void }) {
  const [fields, setFields] = useState<ManifestFields>(emptyManifest);
  const [isHandleTouched, setHandleTouched] = useState(false);
  const register = useRegisterAgent();
  const error = register.error instanceof RequestError ? register.error : null;
  const set = (change: Partial<ManifestFields>) => setFields((before) => ({ ...before, ...change }));

  return (
    <form
      className={layout.form}
      onSubmit={(event) => {
        event.preventDefault();
        register.mutate(toManifest(fields), { onSuccess: onRegistered });
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={80}
        autoFocus
        value={fields.name}
        error={fieldError(error, 'name')}
        onChange={({ target }) =>
          set({ name: target.value, ...(!isHandleTouched && { handle: suggestHandle(target.value) }) })
        }
      />
      <HandleField
        handle={fields.handle}
        error={fieldError(error, 'handle')}
        onChange={(handle) => {
          setHandleTouched(true);
          set({ handle });
        }}
      />
      <TextAreaField
        label="Description"
        hint="What it does, in words that people would search for."
        required
        maxLength={500}
        value={fields.description}
        error={fieldError(error, 'description')}
        onChange={({ target }) => set({ description: target.value })}
      />
      <TransportChoice fields={fields} error={fieldError(error, 'webhook_url')} onChange={set} />
      <AccessChoice fields={fields} onChange={set} />
      <ScopesEditor
        scopes={fields.scopes}
        error={fieldError(error, 'requested_scopes')}
        onChange={(scopes) => set({ scopes })}
      />
      <TextAreaField
        label="Suggested prompts"
        hint="Up to four first questions, one a line. They greet whoever opens a room with it."
        value={fields.prompts}
        error={fieldError(error, 'suggested_prompts')}
        onChange={({ target }) => set({ prompts: target.value })}
      />
      {register.error && <ErrorNotice error={register.error} />}
      <Actions>
        <Button look="primary" type="submit" busy={register.isPending}>
          Register agent
        </Button>
      </Actions>
    </form>
  );
}

interface HandleFieldProps {
  readonly handle: string;
  readonly error: ReturnType<typeof fieldError>;
  readonly onChange: (handle: string) => void;
}

function HandleField({ handle, error, onChange }: HandleFieldProps) {
  return (
    <TextField
      label="Handle"
      hint="2 to 32 of a–z, 0–9, hyphen and underscore. It cannot be changed to one that is taken."
      required
      pattern="[a-z0-9][a-z0-9_\-]{1,31}"
      autoCapitalize="none"
      spellCheck={false}
      value={handle}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
