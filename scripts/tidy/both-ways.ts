import type { Finding } from './rule.ts';

/** What two lists that should be the same do not share. */
export function bothWays(declared: Iterable<string>, documented: Iterable<string>, where: string): Finding[] {
  const inCode = new Set(declared);
  const inDocs = new Set(documented);
  return [
    ...[...inCode].filter((name) => !inDocs.has(name)).map((name) => finding(name, `is not described in ${where}.`)),
    ...[...inDocs]
      .filter((name) => !inCode.has(name))
      .map((name) => finding(name, `is described in ${where} and does not exist.`)),
  ];
}

function finding(subject: string, message: string): Finding {
  return { subject, amount: 1, message };
}
