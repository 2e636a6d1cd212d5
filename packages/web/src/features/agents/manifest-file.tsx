import { useId, useState } from 'react';
import type { ManifestDraft } from '../../api/agents.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { RequestError } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import layout from '../../ui/form-layout.module.css';
import { manifestFileWords as words } from '../../words/agents.ts';
import styles from './manifest-file.module.css';
import { faultOf, parseManifest } from './parse-manifest.ts';

export interface ManifestFileProps {
  readonly first: string;
  readonly submitLabel: string;
  readonly failure: unknown;
  readonly isSending: boolean;
  readonly onSubmit: (manifest: ManifestDraft) => void;
}

const mostBytes = 256 * 1024;

/** Takes a manifest as a file: dropped, chosen or pasted. Shows an error at its place in the file. */
export function ManifestFile({ first, submitLabel, failure, isSending, onSubmit }: ManifestFileProps) {
  const [text, setText] = useState(first);
  const [complaint, setComplaint] = useState<string | null>(null);
  const chooser = useId();
  const fault = failure instanceof RequestError ? faultOf(failure, text) : null;

  function write(next: string): void {
    setComplaint(null);
    setText(next);
  }

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > mostBytes) setComplaint(words.tooLarge);
    else write(await file.text());
  }

  return (
    <form
      className={layout.form}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = parseManifest(text);
        if ('complaint' in parsed) setComplaint(parsed.complaint);
        else onSubmit(parsed.manifest as ManifestDraft);
      }}
    >
      <div className={styles.choose}>
        <label htmlFor={chooser}>{words.choose}</label>
        <input
          id={chooser}
          type="file"
          accept=".json,application/json"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </div>
      <TextAreaField
        label={words.label}
        hint={words.hint}
        required
        rows={16}
        spellCheck={false}
        className={styles.text}
        value={text}
        error={complaint ?? (fault && `${words.at(fault.pointer)} ${fault.message}`)}
        onChange={({ target }) => write(target.value)}
      />
      {fault?.found !== undefined && (
        <p className={styles.fault}>
          {words.found} <mark>{fault.found}</mark>
        </p>
      )}
      {failure !== null && !fault && <ErrorNotice error={failure} />}
      <Actions>
        <Button look="primary" type="submit" busy={isSending}>
          {submitLabel}
        </Button>
      </Actions>
    </form>
  );
}
