import { CommanderError, type Command } from 'commander';
import { exitCodes, failureOf } from './failure.ts';
import { printFailure } from './output.ts';
import { createProgram } from './program.ts';

/** Runs one command line; the exit code of the process says how it ended. */
export async function run(args: readonly string[]): Promise<void> {
  const program = createProgram();
  if (args[0] === 'complete') await addCompletion(program);
  quietEnds(program);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
      return;
    }
    const failure = failureOf(error);
    printFailure(failure, args.includes('--json'));
    process.exitCode = failure.exitCode;
  }
}

/** Wrong words end with an error here rather than with the process, so that the exit code is ours. */
function quietEnds(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) quietEnds(inner);
}

async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  tab(program);
}
