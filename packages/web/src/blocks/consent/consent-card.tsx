import type { WaitingConsent } from '@parley/protocol';
import { useId, useState } from 'react';
import { useAgent } from '../../api/agents.ts';
import { useGrantScopes } from '../../api/grants.ts';
import { useMembership } from '../../api/membership.ts';
import { usePutScopesAside } from '../../api/waiting.ts';
import { AskCard } from '../../ui/ask-card.tsx';
import type { AskState, Decision } from '../../ui/ask-card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { consentWords as words } from '../../words/consent.ts';
import styles from './consent-card.module.css';

export interface ConsentCardProps {
  readonly consent: WaitingConsent;
  /** Whether it is asked before anything was said, so that granting begins. */
  readonly begins?: boolean;
  /** Called once it is decided or put aside. */
  readonly onDone?: () => void;
}

/**
 * What an agent asks to be allowed, each scope with its reason and a switch, or the one that it was just refused. No switch is on
 * before the person turns it on; where none is, the button grants all and says so.
 */
export function ConsentCard({ consent, begins = false, onDone }: ConsentCardProps) {
  const { agentId, scopes, isFirst } = consent;
  const { data: agent } = useAgent(agentId);
  const { data: membership } = useMembership(agentId);
  const grant = useGrantScopes(agentId);
  const aside = usePutScopesAside(agentId);
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  const all = scopes.map(({ scope }) => scope);
  const chosen = on.size === 0 ? all : all.filter((scope) => on.has(scope));
  const tried = scopes.filter(({ triedAt }) => triedAt !== null).map(({ scope }) => scope);
  const name = agent?.name ?? words.anAgent;
  const [only] = scopes;
  const isOne = scopes.length === 1 && tried.length === 1;

  async function decide(decision: Decision): Promise<void> {
    if (decision === 'approved' && membership) {
      await grant.mutateAsync([...new Set([...membership.grantedScopes, ...chosen])]);
      // What was refused to it and is not granted now has been decided on as well.
      const left = tried.filter((scope) => !chosen.includes(scope));
      if (left.length > 0) await aside.mutateAsync(left);
    } else {
      await aside.mutateAsync(all);
    }
    onDone?.();
  }

  return (
    <AskCard
      title={tried.length > 0 ? words.wanted(name, tried) : isFirst ? words.first(name) : words.more(name)}
      asker={name}
      purpose={tried.length > 0 ? words.triedPurpose : words.purpose(scopes.length)}
      remark={words.remark}
      facts={isOne && only ? [{ label: only.scope, value: only.reason }] : []}
      accept={(begins ? words.begin : words.grant)(chosen.length, all.length)}
      refuse={words.notNow}
      state={stateOf(grant, aside)}
      onDecide={membership ? (decision) => void decide(decision).catch(() => undefined) : null}
    >
      {!isOne && (
        <ul className={styles.scopes}>
          {scopes.map(({ scope, reason }) => (
            <li key={scope}>
              <ScopeChoice
                scope={scope}
                reason={reason}
                isOn={on.has(scope)}
                onTurn={(isOn) =>
                  setOn((before) => new Set(isOn ? [...before, scope] : [...before].filter((one) => one !== scope)))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </AskCard>
  );
}

type Sending = Pick<ReturnType<typeof useGrantScopes>, 'isPending' | 'error'>;

function stateOf(grant: Sending, aside: Pick<ReturnType<typeof usePutScopesAside>, 'isPending' | 'error'>): AskState {
  if (grant.isPending) return { kind: 'sending', decision: 'approved' };
  if (aside.isPending) return { kind: 'sending', decision: 'denied' };
  if (grant.error) return { kind: 'failed', decision: 'approved', reason: grant.error.message };
  if (aside.error) return { kind: 'failed', decision: 'denied', reason: aside.error.message };
  return { kind: 'open' };
}

interface ScopeChoiceProps {
  readonly scope: string;
  readonly reason: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

function ScopeChoice({ scope, reason, isOn, onTurn }: ScopeChoiceProps) {
  const id = useId();
  return (
    <div className={styles.scope}>
      <Switch id={id} isOn={isOn} describedBy={`${id}-reason`} onTurn={onTurn} />
      <div>
        <label htmlFor={id}>{scope}</label>
        <p id={`${id}-reason`} dir="auto">
          {reason}
        </p>
      </div>
    </div>
  );
}
