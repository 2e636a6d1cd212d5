import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';
import { crashWords as words } from '../words/crash.ts';

/** Shown when the app itself has failed. */
export function CrashScreen({ error }: { readonly error: unknown }) {
  return (
    <EmptyState
      isPage
      art={<Mark size={48} />}
      title={words.title}
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      }
    >
      {error instanceof Error ? error.message : words.hint}
    </EmptyState>
  );
}
