import { sql } from 'kysely';
import type { Tx } from '../storage/storage.ts';

/** Deletes stored answers that name one of these messages or tasks as their own. */
export async function eraseAnswersAbout(tx: Tx, since: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from idempotency_keys
    where created_at > ${since}
      and substring(response from '"(?:messageId|taskId)":"([a-z]{3}_[0-9A-Z]{26})"') = any(${ids}::text[])`.execute(
    tx,
  );
}

/** Deletes the stored answers of conversations that a person opened, and replaces their names in those of others. */
export async function eraseNamesInAnswers(
  tx: Tx,
  since: Date,
  person: { readonly userId: string; readonly handle: string; readonly displayName: string },
  replacing: { readonly handle: string; readonly displayName: string },
): Promise<void> {
  await sql`
    delete from idempotency_keys
    where created_at > ${since} and position(${`"creatorUserId":"${person.userId}"`} in response) > 0`.execute(tx);
  await sql`
    update idempotency_keys
    set response = replace(replace(response, ${JSON.stringify(person.displayName)}, ${JSON.stringify(replacing.displayName)}),
                           ${JSON.stringify(person.handle)}, ${JSON.stringify(replacing.handle)})
    where created_at > ${since} and position(${person.userId} in response) > 0`.execute(tx);
}
