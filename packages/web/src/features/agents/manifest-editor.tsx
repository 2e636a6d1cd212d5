import { useState } from 'react';
import type { ManifestDraft } from '../../api/agents.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { agentWords as words } from '../../words/agents.ts';
import { ManifestFile } from './manifest-file.tsx';
import { ManifestForm } from './manifest-form.tsx';
import { toManifest } from './manifest-form-state.ts';
import type { ManifestFields } from './manifest-form-state.ts';

export interface ManifestEditorProps {
  readonly first: ManifestFields;
  readonly submitLabel: string;
  readonly failure: unknown;
  readonly isSending: boolean;
  readonly onSubmit: (manifest: ManifestDraft) => void;
}

const ways = [
  { name: 'form', label: words.byForm },
  { name: 'file', label: words.byFile },
] as const;

/** Edits a manifest, as a form or as a file. */
export function ManifestEditor(props: ManifestEditorProps) {
  const [way, setWay] = useState<'form' | 'file'>('form');
  const { first } = props;
  const text = first.handle === '' ? '' : JSON.stringify(toManifest(first), null, 2);
  return (
    <Tabs label={words.howToSay} tabs={ways} chosen={way} onChoose={setWay}>
      <div hidden={way !== 'form'}>
        <ManifestForm {...props} />
      </div>
      {way === 'file' && <ManifestFile {...props} first={text} />}
    </Tabs>
  );
}
