import { LogOut } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { sessionWords } from '../../words/session.ts';
import { useWayOut } from './use-way-out.tsx';

/** The way out of this browser. */
export function SignOutButton() {
  const { leave, question } = useWayOut();
  return (
    <>
      <Button icon={<LogOut size={16} aria-hidden />} onClick={leave}>
        {sessionWords.signOut}
      </Button>
      {question}
    </>
  );
}
