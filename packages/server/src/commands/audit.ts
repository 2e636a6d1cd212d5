import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditHead, type AuditHead } from '@parley/protocol';
import { headsFile } from '../organisation/audit/checkpoints.ts';
import { verifyAudit, type AuditVerdict } from '../organisation/audit/verify-audit.ts';
import { readConfig } from '../platform/settings/config.ts';
import { secretBox } from '../platform/storage/secret-box.ts';
import { WrongUse, type Run } from './command.ts';
import { openForReading } from './open-source.ts';
import { readOptions, textOf } from './read-arguments.ts';

/** Verifies the audit log against the checkpoints of the data folder and of a file. Fails if it is not whole. */
export const run: Run = async ({ args: [verb, ...args], env, terminal }) => {
  if (verb !== 'verify') throw new WrongUse('Say what to do with the audit log: verify.');
  const named = textOf(readOptions(args, { head: { type: 'string' } })['head']);
  const config = readConfig(env);
  const kept = join(config.dataDir, headsFile);
  const heads = [
    ...(existsSync(kept) ? await readHeads(kept) : []),
    ...(named === undefined ? [] : await readHeads(named)),
  ];
  const source = await openForReading(config);
  const { storage } = source;
  try {
    const secrets = secretBox(config.secretKey, { others: config.otherSecretKeys });
    const verdict = await verifyAudit({ storage, secrets }, heads);
    terminal.out(describe(verdict));
    if (verdict.faults.length > 0) throw new Error(verdict.faults.join('\n'));
  } finally {
    await source.close();
  }
};

function describe({ sealed, unsealed, checkpoints, head, faults }: AuditVerdict): string {
  const state = faults.length === 0 ? 'is whole' : 'is NOT whole';
  return (
    `The audit log ${state}: ${sealed} rows in the chain, ${unsealed} not sealed yet, compared with ${checkpoints} checkpoints.\n` +
    `Its end is row ${head.seq}, ${head.hash.toString('hex')}.`
  );
}

/** Reads checkpoints: one a line, as the data folder has them, or the whole answer of `…/audit/head`. */
async function readHeads(path: string): Promise<AuditHead[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`The checkpoints of ${path} cannot be read.`, { cause: error });
  });
  const whole = parse(text);
  const texts = whole === undefined ? text.split('\n').filter((line) => line.trim() !== '') : [text];
  return texts.map((one) => {
    const value = parse(one);
    const item = (value as { item?: unknown } | null | undefined)?.item ?? value;
    const head = auditHead.safeParse(item);
    if (!head.success) throw new Error(`${path} has a line that is no checkpoint: ${one.slice(0, 80)}`);
    return head.data;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
