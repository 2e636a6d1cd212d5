import { CommanderError, type Command } from 'commander';
import { exitCodes, failureOf, type FailureDetails } from './failure.ts';
import { printFailure } from './output.ts';
import { createProgram } from './program.ts';

/** Runs one command line; the exit code of the process says how it ended. */
export async function run(args: readonly string[]): Promise<void> {
  const isJson = wantsJson(args);
  const program = createProgram();
  prepare(program, isJson);
  // What it adds takes over how the program ends.
  const [first, second] = args;
  if (first === 'complete' || (first === 'help' && second === 'complete')) await addCompletion(program);
  try {
    if (first === 'help') checkTopic(program, args.slice(1));
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
      if (isJson && error.exitCode !== 0) printFailure(usageOf(error), isJson);
      return;
    }
    const failure = failureOf(error);
    printFailure(failure, isJson);
    process.exitCode = failure.exitCode;
  }
}

/** What comes after `--` is for another program. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

/** Wrong words end with an error here rather than with the process, so that the exit code is ours; as JSON it is one line, without help. */
function prepare(command: Command, isJson: boolean): void {
  command.exitOverride();
  if (isJson) command.configureOutput({ writeErr: () => undefined });
  for (const inner of command.commands) prepare(inner, isJson);
}

/** For a name that it does not know, `help` would show the whole help, and no error. */
function checkTopic(program: Command, names: readonly string[]): void {
  let command = program;
  for (const name of names.filter((one) => !one.startsWith('-'))) {
    const inner = command.commands.find((one) => one.name() === name);
    if (inner === undefined && name !== 'help')
      program.error(`error: unknown command '${name}'`, { code: 'commander.unknownCommand' });
    command = inner ?? command;
  }
}

/** The error of wrong words as a failure: `commander.unknownOption` is `unknown_option`. */
function usageOf({ code, message }: CommanderError): FailureDetails {
  const hint = 'parley --help lists the commands, and parley COMMAND --help its arguments.';
  const { usage: exitCode } = exitCodes;
  if (code === 'commander.help') return { code: 'command_missing', message: 'No command was given.', hint, exitCode };
  const [fault = '', suggestion] = message.replace(/^error: /, '').split('\n');
  return {
    code: code.replace(/^commander\./, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    message: fault,
    hint: suggestion === undefined ? hint : `${suggestion.replace(/^\((.*)\)$/, '$1')} ${hint}`,
    exitCode,
  };
}

async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import('@bomb.sh/tab/commander');
  tab(program);
}
