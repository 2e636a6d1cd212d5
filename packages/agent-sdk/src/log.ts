import { coded } from '@parley/protocol/agent';

/** `debug` comes where PARLEY_DEBUG or the option `debug` asks for it: each delivery and each call, one line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Receives the SDK's own log lines. `details` holds ids, counts and errors, never a secret or a message text. */
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void;

/** Logs every step, for debugging. */
export type Debug = (message: string, details?: Record<string, unknown>) => void;

/** Writes one line a call to standard error, or to the console of a runtime that has none. */
export const logToStderr: Log = (level, message, details) => {
  const rest = Object.entries(details ?? {}).map(([key, value]) => ` ${key}=${write(value)}`);
  // An error may quote what others wrote.
  const line = coded(`${level} ${message.replace(/\s*\n\s*/g, ' ')}${rest.join('')}`);
  const { process } = globalThis as { readonly process?: { readonly stderr?: { write(text: string): unknown } } };
  if (process?.stderr) process.stderr.write(`${line}\n`);
  else console.error(line);
};

function write(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(`${value.message}${place(value)}`);
  return typeof value === 'string' && /^[\w.:/-]+$/.test(value) ? value : (JSON.stringify(value) ?? 'undefined');
}

/** Where an error was thrown: the first line of its stack that names a place. */
function place({ stack }: Error): string {
  const line = stack?.split('\n').find((each) => /^\s+at /.test(each));
  return line ? ` ${line.trim()}` : '';
}
