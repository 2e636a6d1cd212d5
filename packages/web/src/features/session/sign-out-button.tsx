import { LogOut } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { sessionWords } from '../../words/session.ts';
import { useWayOut } from './use-way-out.tsx';

/** Shows the sign-out button. */
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
