import { commands } from './command-list.ts';
import { WrongUse, type Terminal } from './command.ts';

interface Given {
  readonly args: readonly string[];
  /** The settings. Default: the environment. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly terminal: Terminal;
}

/** Runs the command that the first argument names. Resolves to the exit code: 0, or 1 with a sentence on `err`. */
export async function runCommand({ args: [name = '', ...args], env, terminal }: Given): Promise<number> {
  if (['help', '--help', '-h'].includes(name)) return help(terminal);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    terminal.err(`parley-server has no command "${name}". "parley-server --help" lists them.`);
    return 1;
  }
  const usage = `parley-server ${name} ${command.usage}`.trimEnd();
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`Usage: ${usage}\n\n${command.summary}`);
    return 0;
  }
  try {
    const { run } = await command.load();
    await run({ args, env, terminal });
    return 0;
  } catch (error) {
    terminal.err(error instanceof Error ? error.message : String(error));
    if (error instanceof WrongUse) terminal.err(`Usage: ${usage}`);
    return 1;
  }
}

function help(terminal: Terminal): number {
  const rows = Object.entries(commands).map(
    ([name, { usage, summary }]) => `${`  ${name} ${usage}`.trimEnd()}\n      ${summary}`,
  );
  terminal.out(
    [
      'Usage: parley-server [command]',
      '',
      'Without a command, starts the server. All settings are environment variables, for commands too.',
      '',
      ...rows,
    ].join('\n'),
  );
  return 0;
}
