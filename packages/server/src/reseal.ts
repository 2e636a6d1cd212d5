import { resealSecrets } from './agents/reseal-secrets.ts';
import { secretBox } from './agents/secret-box.ts';
import { readConfig } from './config.ts';
import { openStorage } from './storage/open-storage.ts';

/** Seals every agent's secret with the current key. Ends with 1 where it could not open one, and names its credential. */
async function main(): Promise<void> {
  const { databaseUrl, dataDir, secretKey, otherSecretKeys } = readConfig();
  const secrets = secretBox(secretKey, { others: otherSecretKeys });
  const storage = await openStorage({ databaseUrl, dataDir });
  try {
    const onBatch = (count: number) => say(process.stdout, `${count} secrets are sealed anew.`);
    const { resealed, unopened } = await resealSecrets({ storage, secrets }, { onBatch });
    say(process.stdout, `Done: ${resealed} secrets were sealed anew, ${unopened.length} could not be opened.`);
    for (const id of unopened) say(process.stderr, `No key at hand opens the secret of ${id}.`);
    if (unopened.length > 0) process.exitCode = 1;
  } finally {
    await storage.close();
  }
}

function say(stream: NodeJS.WriteStream, sentence: string): void {
  stream.write(`${sentence}\n`);
}

main().catch((error: unknown) => {
  say(process.stderr, `Secrets could not be sealed anew: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
