import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type CommandOutcome } from '../check/run-command.ts';
import { nothing, type Tally } from './tally.ts';

/** What a stage of the run may use. */
export interface Stage {
  readonly root: string;
  /** Runs a command within what is left of the whole run's time, and twice `limitMinutes` at most. */
  run(command: readonly string[], limitMinutes: number, environment?: Record<string, string>): Promise<CommandOutcome>;
  /** Where a stage has its report written; nothing is there yet. */
  reportPath(name: string): string;
}

/** Twice what a usual machine with two cores takes. A run that is ended from outside would not say what failed. */
const wholeRunMinutes = 85;
/** The limits of the commands are for a usual machine. One whose memory is slow takes twice as long. */
const patience = 2;

/** Opens the stage: a clean folder for reports, and a clock for the whole run. */
export function openStage(root: string): Stage {
  const deadline = performance.now() + wholeRunMinutes * 60_000;
  const reports = join(root, '.cache/ci');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  return {
    root,
    reportPath: (name) => join(reports, `${name}.json`),
    run: (command, limitMinutes, environment = {}) => {
      const left = (deadline - performance.now()) / 60_000;
      console.log(`\n=== ${command.join(' ')}`);
      return runCommand(root, command, {
        environment,
        limitMinutes: Math.max(0.1, Math.min(limitMinutes * patience, left)),
      });
    },
  };
}

/** A stage that could not take place, said so loudly that nobody takes it for a success. */
export function skipLoudly(reason: string): Tally {
  console.log(`\nSKIPPED: ${reason}`);
  return { ...nothing, skipped: 1 };
}
