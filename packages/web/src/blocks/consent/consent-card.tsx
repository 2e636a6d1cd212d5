import { titleOfScope, type WaitingConsent } from '@parley/protocol';
import { useId, useState } from 'react';
import { useAgent } from '../../api/agents.ts';
import { useGrantScopes } from '../../api/grants.ts';
import { useMembership } from '../../api/membership.ts';
import { usePutScopesAside } from '../../api/waiting.ts';
import { AskCard } from '../../ui/ask-card.tsx';
import type { AskState, Decision } from '../../ui/ask-card.tsx';
import { RowEnd } from '../../ui/ask-facts.tsx';
import { Spelled } from '../../ui/spelled.tsx';
import { scopeWords } from '../../words/scopes.ts';
import { ScopeLabel } from '../../ui/scope-label.tsx';
import { Switch } from '../../ui/switch.tsx';
import { consentWords as words } from '../../words/consent.ts';
import styles from './consent-card.module.css';

export interface ConsentCardProps {
  readonly consent: WaitingConsent;
  /** Called once it is decided or dismissed. */
  readonly onDone?: () => void;
}

/**
 * Shows the scopes that an agent requests, each with its reason and a switch, or the scopes that it was just refused. All switches are off
 * until the person turns one on. If all are off, the button grants the scopes in the title and says so.
 */
export function ConsentCard({ consent, onDone }: ConsentCardProps) {
  const { agentId, scopes } = consent;
  const { data: agent } = useAgent(agentId);
  const { data: membership } = useMembership(agentId);
  const grant = useGrantScopes(agentId);
  const aside = usePutScopesAside(agentId);
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  const all = scopes.map(({ scope }) => scope);
  const tried = scopes.filter(({ triedAt }) => triedAt !== null).map(({ scope }) => scope);
  // If the card asks for scopes that were just refused, the others on it are not granted with them.
  const asked = tried.length > 0 ? tried : all;
  const chosen = on.size === 0 ? asked : all.filter((scope) => on.has(scope));
  const name = agent?.name ?? words.anAgent;
  const [only] = scopes;
  const titleOf = (scope: string) =>
    scopeWords[scope] ?? membership?.requestedScopes.find((requested) => requested.scope === scope)?.title ?? null;
  const isOne = scopes.length === 1 && tried.length === 1;

  async function decide(decision: Decision): Promise<void> {
    if (decision === 'approved' && membership) {
      await grant.mutateAsync([...new Set([...membership.grantedScopes, ...chosen])]);
      // Refused scopes that the person did not grant now are decided too.
      const left = tried.filter((scope) => !chosen.includes(scope));
      if (left.length > 0) await aside.mutateAsync(left);
    } else {
      await aside.mutateAsync(all);
    }
    onDone?.();
  }

  return (
    <AskCard
      title={tried.length > 0 ? words.wanted(name, tried.map(platformTitle)) : words.more(name)}
      asker={name}
      purpose={tried.length > 0 ? words.triedPurpose : words.purpose(scopes.length)}
      remark={words.remark}
      {...(isOne && only && factsOfOne(only, titleOf(only.scope)))}
      accept={words.grant(chosen.length, all.length)}
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
                title={titleOf(scope)}
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

/** Returns the rows of a card for one scope. A title of the agent's is among its own words. */
function factsOfOne({ scope, reason }: WaitingConsent['scopes'][number], title: string | null) {
  const platforms = platformTitle(scope);
  return {
    facts: [{ label: words.scope, value: platforms === scope ? scope : `${platforms} (${scope})` }],
    remarks: [
      ...(title === null || title === platforms ? [] : [{ label: words.title, value: title }]),
      { label: words.why, value: reason },
    ],
  };
}

/** Returns the platform's own title of a scope, or else the scope. The agent's own words stay out of the sentences of the platform. */
export function platformTitle(scope: string): string {
  return scopeWords[scope] ?? titleOfScope(scope, undefined) ?? scope;
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
  readonly title: string | null;
  readonly reason: string;
  readonly isOn: boolean;
  readonly onTurn: (isOn: boolean) => void;
}

function ScopeChoice({ scope, title, reason, isOn, onTurn }: ScopeChoiceProps) {
  const id = useId();
  return (
    <div className={styles.scope}>
      <Switch id={id} isOn={isOn} describedBy={`${id}-reason`} onTurn={onTurn} />
      <div>
        <ScopeLabel htmlFor={id} scope={scope} title={title} />
        <p id={`${id}-reason`} dir="auto">
          <Spelled text={reason} />
        </p>
      </div>
      <RowEnd />
    </div>
  );
}
