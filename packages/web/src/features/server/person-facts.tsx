import type { AdminPerson } from '@parley/protocol';
import { dateAndTime } from '../../ui/format-time.ts';
import { personWords as words } from '../../words/server.ts';
import styles from './server.module.css';
import { digits } from '../../words/locale.ts';

/** Shows what the server knows of an account, apart from texts. */
export function PersonFacts({ person }: { readonly person: AdminPerson }) {
  return (
    <section className={styles.section} aria-labelledby="facts">
      <h3 id="facts">{words.facts}</h3>
      <dl className={styles.facts}>
        {factsOf(person).map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function factsOf(person: AdminPerson): (readonly [string, string])[] {
  const { createdAt, lastSeenAt, roleSource, externalId, conversations, agents, assetBytes } = person;
  return [
    [words.since, dateAndTime(createdAt)],
    [words.seen, lastSeenAt === null ? words.never : dateAndTime(lastSeenAt)],
    [words.signIn, waysIn(person)],
    ...(roleSource === null ? [] : [[words.roleSource, words.roleSources(roleSource)] as const]),
    ...(externalId === null ? [] : [[words.externalId, externalId] as const]),
    [words.conversations, digits(conversations)],
    [words.agents, digits(agents)],
    [words.files, words.mebibytes(digits(assetBytes / 2 ** 20, { maximumFractionDigits: 1 }))],
  ];
}

function waysIn({ signIn: { password, passkeys, providers } }: AdminPerson): string {
  const ways = [
    ...(password ? [words.byPassword] : []),
    ...(passkeys > 0 ? [words.byPasskeys(passkeys)] : []),
    ...providers,
  ];
  return ways.join(', ') || words.byNothing;
}
