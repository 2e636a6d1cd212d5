import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Mark } from '../ui/logo.tsx';

/** What stands where the app itself failed. */
export function CrashScreen({ error }: { readonly error: unknown }) {
  return (
    <EmptyState
      art={<Mark size={48} />}
      title="The app ran into an error"
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'Reload the page to go on.'}
    </EmptyState>
  );
}
