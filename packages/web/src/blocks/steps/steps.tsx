import type { ReadBlock } from '@parley/protocol';
import { ChevronRight } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { stepWords as words } from '../../words/steps.ts';
import { useBlockActions } from '../block-context.ts';
import { groupSteps } from './group-steps.ts';
import type { Step } from './group-steps.ts';
import styles from './steps.module.css';
import { nameOf, summaryOf } from './summary.ts';

interface StepsProps {
  readonly steps: readonly Step[];
  /** Whether no block follows, so that the agent is working on the last step while it writes. */
  readonly isLast: boolean;
}

/** Shows the agent's reported steps, folded into one line. The platform shows them and does not vouch for them. */
export function Steps({ steps, isLast }: StepsProps) {
  const isLive = (useBlockActions().isLive ?? false) && isLast;
  const line = (
    <>
      {isLive && <span className={styles.pulse} aria-hidden />}
      <bdi className={styles.summary}>{summaryOf(steps, isLive)}</bdi>
      <span className={styles.source}>{words.source}</span>
    </>
  );
  if (!steps.some(hasContent) && steps.length === 1) return <p className={styles.line}>{line}</p>;
  return (
    <details className={styles.folded}>
      <summary className={styles.line}>
        <ChevronRight className={styles.turn} size={14} aria-hidden />
        {line}
      </summary>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={index}>{step.kind === 'thought' ? <p dir="auto">{step.text}</p> : <ToolStep step={step} />}</li>
        ))}
      </ol>
    </details>
  );
}

/** Renders a single step outside of a group. */
export function StepBlock({ block }: { readonly block: ReadBlock<'thinking' | 'tool_use' | 'tool_result'> }) {
  const [part] = groupSteps([block]);
  return part && 'steps' in part ? <Steps steps={part.steps} isLast={part.isLast} /> : null;
}

function ToolStep({ step }: { readonly step: Extract<Step, { kind: 'tool' }> }) {
  const { use, result } = step;
  const isError = result?.is_error ?? false;
  return (
    <>
      <p className={styles.tool}>
        <bdi>{use ? nameOf(step) : words.answerOfTool}</bdi>
        <span className={classNames(styles.outcome, isError && styles.failed)}>
          {result ? (isError ? words.failed : words.answered) : words.noAnswer}
        </span>
      </p>
      {use?.input && <Exact label={words.inputOf(use.name)}>{JSON.stringify(use.input, null, 2)}</Exact>}
      {result?.content && <Exact label={words.answerOf(nameOf(step))}>{result.content}</Exact>}
    </>
  );
}

function Exact({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <pre className={styles.exact} tabIndex={0} role="region" aria-label={label} dir="auto">
      {children}
    </pre>
  );
}

function hasContent(step: Step): boolean {
  return step.kind === 'thought' || step.use?.input !== undefined || Boolean(step.result?.content);
}
