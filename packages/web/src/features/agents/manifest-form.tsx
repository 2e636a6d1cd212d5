import { useState } from 'react';
import type { ManifestDraft } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { RequestError } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { manifestWords as words } from '../../words/manifest-form.ts';
import { AccessChoice, TransportChoice } from './manifest-choices.tsx';
import { fieldError, suggestHandle, toManifest } from './manifest-form-state.ts';
import type { ManifestFields } from './manifest-form-state.ts';
import { PictureField } from './picture-field.tsx';
import { ScopesEditor } from './scopes-editor.tsx';

export interface ManifestFormProps {
  readonly first: ManifestFields;
  readonly submitLabel: string;
  readonly failure: unknown;
  readonly isSending: boolean;
  readonly onSubmit: (manifest: ManifestDraft) => void;
}

/** Edits a manifest field by field, and shows the server's error at its field. */
export function ManifestForm({ first, submitLabel, failure, isSending, onSubmit }: ManifestFormProps) {
  const [fields, setFields] = useState(first);
  const [isUploading, setUploading] = useState(false);
  const [isHandleTouched, setHandleTouched] = useState(first.handle !== '');
  const error = failure instanceof RequestError ? failure : null;
  const set = (change: Partial<ManifestFields>) => setFields((before) => ({ ...before, ...change }));

  return (
    <form
      className={layout.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(toManifest(fields));
      }}
    >
      <TextField
        label={words.name}
        required
        maxLength={80}
        autoFocus={first.name === ''}
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
        label={words.description}
        hint={words.descriptionHint}
        required
        maxLength={500}
        value={fields.description}
        error={fieldError(error, 'description')}
        onChange={({ target }) => set({ description: target.value })}
      />
      <PictureField
        name={fields.name}
        picture={fields.avatarAssetId}
        error={fieldError(error, 'avatar_asset_id')}
        onChange={(avatarAssetId) => set({ avatarAssetId })}
        onBusy={setUploading}
      />
      <TransportChoice fields={fields} error={fieldError(error, 'webhook_url')} onChange={set} />
      <AccessChoice fields={fields} onChange={set} />
      <ScopesEditor
        scopes={fields.scopes}
        error={fieldError(error, 'requested_scopes')}
        onChange={(scopes) => set({ scopes })}
      />
      <Extras fields={fields} error={error} onChange={set} />
      {failure !== null && <ErrorNotice error={failure} />}
      <Actions>
        <Button look="primary" type="submit" busy={isSending || isUploading}>
          {submitLabel}
        </Button>
      </Actions>
    </form>
  );
}

interface ExtrasProps {
  readonly fields: ManifestFields;
  readonly error: RequestError | null;
  readonly onChange: (change: Partial<ManifestFields>) => void;
}

/** Shows the optional fields. */
function Extras({ fields, error, onChange: set }: ExtrasProps) {
  return (
    <>
      <TextAreaField
        label={words.prompts}
        hint={words.promptsHint}
        value={fields.prompts}
        error={fieldError(error, 'suggested_prompts')}
        onChange={({ target }) => set({ prompts: target.value })}
      />
      <TextField
        label={words.homepage}
        type="url"
        placeholder="https://example.com"
        value={fields.homepage}
        error={fieldError(error, 'homepage')}
        onChange={({ target }) => set({ homepage: target.value })}
      />
    </>
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
      label={words.handle}
      hint={words.handleHint}
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
