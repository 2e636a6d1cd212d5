import { readPointer, type Approval, type ResolveApprovalBody } from '@parley/protocol';
import { useDeciding } from '../../api/approvals.ts';
import { errorAt } from '../../api/error-at.ts';
import type { Decision } from '../../ui/ask-card.tsx';
import type { FactEdit } from '../../ui/ask-fact-edit.tsx';
import { approvalWords as words } from '../../words/approvals.ts';
import type { ApprovalFacts } from '../block-context.ts';
import { useDecisionDraft } from './decision-draft.ts';
import type { DecisionDraft } from './decision-draft.ts';
import { openHere } from './open-here.ts';
import { replacementOf } from './replacement.ts';
import { Why } from './why.tsx';

export const decisionScope = 'decision.request';

type DecisionFacts = Pick<ApprovalFacts, 'options' | 'edits' | 'changes' | 'why'>;

export interface DecisionChoices {
  readonly facts: DecisionFacts;
  /** Returns the body that resolves the approval with what the person chose and typed. */
  readonly bodyOf: (decision: Decision, option?: string) => ResolveApprovalBody;
  /** Why approving cannot succeed as typed; null if it can. */
  readonly cannot: string | null;
}

/** Returns what a person can choose, change and say on a card, and what came of it once it is decided. */
export function useDecision(approval: Approval | undefined, agent: string): DecisionChoices | null {
  const [draft, change] = useDecisionDraft(approval?.id ?? null);
  const deciding = useDeciding(approval?.id ?? null);
  if (!approval) return null;
  const error = deciding?.status === 'error' ? deciding.error : null;
  const inner = approval.arguments['arguments'];
  const replacement = replacementOf(inner, approval.editable, draft.typed);
  const isOpen = approval.state === 'pending';
  const isDecision = approval.requestedScope === decisionScope;
  const reason = draft.reason.trim();
  return {
    facts: isOpen
      ? {
          options: approval.options,
          edits: new Map(
            approval.editable.flatMap((pointer) => {
              const edit = editOf(pointer, { inner, draft, change, faults: replacement.faults, error });
              return edit ? [[pointer, edit] as const] : [];
            }),
          ),
          why: (
            <Why
              value={draft.reason}
              hint={isDecision ? words.whyToAgent(agent) : words.whyIfDenied(agent)}
              error={errorAt(error, '/reason')}
              onChange={(typed) => change({ reason: typed })}
            />
          ),
        }
      : decidedFacts(approval, inner),
    bodyOf: (decision, option) => ({
      decision,
      ...(option !== undefined && { option }),
      ...(decision === 'approved' && replacement.isChanged && { arguments: replacement.value }),
      ...(reason !== '' && { reason }),
    }),
    cannot: replacement.faults.size > 0 ? words.faulty : null,
  };
}

function decidedFacts(approval: Approval, inner: unknown): DecisionFacts {
  const { proposedArguments, editable, reason } = approval;
  const changed = (pointer: string) => readPointer(proposedArguments, pointer) !== readPointer(inner, pointer);
  const changes = proposedArguments === null ? [] : editable.filter(changed);
  return {
    changes: new Map(changes.map((pointer) => [pointer, textOf(readPointer(proposedArguments, pointer))])),
    ...(reason !== null ? { why: words.said(reason) } : openHere.has(approval.id) && { why: null }),
  };
}

interface Editing {
  readonly inner: unknown;
  readonly draft: DecisionDraft;
  readonly change: (change: Partial<DecisionDraft>) => void;
  readonly faults: ReadonlyMap<string, string>;
  readonly error: Error | null;
}

/** Returns the field of an editable value; null for a `null`, which can only stay what it is. */
function editOf(pointer: string, { inner, draft, change, faults, error }: Editing): FactEdit | null {
  const proposed = readPointer(inner, pointer);
  if (proposed === null || proposed === undefined) return null;
  const typed = draft.typed.get(pointer);
  const without = () => new Map([...draft.typed].filter(([other]) => other !== pointer));
  return {
    kind:
      typeof proposed === 'number' || typeof proposed === 'boolean'
        ? (typeof proposed as 'number' | 'boolean')
        : 'text',
    typed: typed ?? textOf(proposed),
    isChanged: typed !== undefined && typed !== textOf(proposed),
    fault: faults.get(pointer) ?? errorAt(error, `/arguments${pointer}`),
    onType: (text) => change({ typed: new Map([...without(), [pointer, text]]) }),
    onUndo: () => change({ typed: without() }),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
