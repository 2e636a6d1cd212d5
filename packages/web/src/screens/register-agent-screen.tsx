import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegisteredAgent } from '../api/agents.ts';
import { IssuedCredentialView } from '../features/agents/issued-credential.tsx';
import { RegisterAgent } from '../features/agents/register-agent.tsx';
import { UnreadTitle } from '../features/rooms/unread-title.tsx';
import { Button } from '../ui/button.tsx';
import { Actions } from '../ui/dialog.tsx';
import { Page } from './page.tsx';

/** Registers an agent, then shows its first credential, which is kept nowhere but on this page. */
export function RegisterAgentScreen() {
  const [registered, setRegistered] = useState<RegisteredAgent | null>(null);
  return (
    <Page
      back={{ to: '/agents', label: 'Your agents' }}
      title={registered ? `${registered.item.name} is registered` : 'Register an agent'}
    >
      <UnreadTitle title="Register an agent" />
      {registered ? <Issued registered={registered} /> : <RegisterAgent onRegistered={setRegistered} />}
    </Page>
  );
}

function Issued({ registered }: { readonly registered: RegisteredAgent }) {
  const navigate = useNavigate();
  const { agentId } = registered.item;
  return (
    <>
      <IssuedCredentialView agentId={agentId} credential={registered.credential} />
      <Actions>
        <Button look="primary" onClick={() => void navigate({ to: '/agents/$agentId', params: { agentId } })}>
          I have copied it
        </Button>
      </Actions>
    </>
  );
}
