/**
 * Tables whose rows are in no backup, each with the reason. A table that is not here is in every backup, so a new table
 * needs no change here. A name without a table is allowed.
 */
export const leftOutTables: Readonly<Record<string, string>> = {
  kysely_migration: 'the migrations that a restore runs write it',
  kysely_migration_lock: 'the migrations that a restore runs write it',
  database_identity: 'a restored copy is another database',
  closed_database: 'says whether servers may start on this database',
  nodes: 'the servers that run now',
  relay_streams: 'the streams that are open now',
  setup_link: 'a link that only its server may honour',
  backups: 'the files are on the server that made them',
  exports: 'the files are where their server keeps them, for 7 days',
  mail_queue: 'mails that wait are dropped after a day',
  account_links: 'links that only their server may honour',
  pending_identities: 'each belongs to a browser or session of its server',
  passkey_challenges: 'each belongs to a browser of its server',
  oidc_used_states: 'states of sign-ins that only their server began',
};
