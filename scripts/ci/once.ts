import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const server = 'packages/server/src/';

/** What the kind of database makes no difference to, and the contract, which a new server serves from the embedded one. */
const onEmbedded = [
  'actions/tools/providers/',
  'demo/',
  'http/contract/',
  'http/doors/',
  'http/limits/',
  'http/pages/',
  'models/',
  'organisation/email/',
  'organisation/mail/',
  'organisation/oidc/',
  'organisation/passkeys/',
  'organisation/scim/',
  'platform/',
  'testing/contract/',
];

/** Of these the stage on PostgreSQL runs every test: beside those for PostgreSQL alone they start what they need by themselves. */
const wholeOnPostgres = [
  'actions/tools/standing/standing-model.test.ts',
  'commands/ended-kinds.test.ts',
  'commands/refused-restores.test.ts',
  'commands/reseal.test.ts',
  'commands/running-server.test.ts',
  'organisation/settings/settings.test.ts',
  'platform/storage/first-connection.test.ts',
  'runtime/start-up.test.ts',
  'testing/durability/models.test.ts',
  'testing/durability/shutdown.test.ts',
];

/** Any other file with one of these says by itself on which databases it runs, so both stages run it. */
const namesDatabases =
  /databases-under-test|migrated-databases|two-servers|\/cluster\.ts|openPglite|openPostgres|openOnServer|createDatabase/;

/**
 * Returns the server's test files that one stage runs, by that stage: those that take whichever database the run has, and those that it can
 * run whole. Both kinds are PostgreSQL, so running each file on both took a sixth of the time and found next to nothing.
 */
export function filesOfOneStage(root: string): { readonly embedded: string[]; readonly postgres: string[] } {
  const files = readdirSync(join(root, server), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !namesDatabases.test(readFileSync(join(root, server, file), 'utf8')))
    .sort();
  const isOnEmbedded = (file: string) => onEmbedded.some((folder) => file.startsWith(folder));
  return {
    embedded: files.filter(isOnEmbedded).map((file) => server + file),
    postgres: [...wholeOnPostgres, ...files.filter((file) => !isOnEmbedded(file))].map((file) => server + file),
  };
}
