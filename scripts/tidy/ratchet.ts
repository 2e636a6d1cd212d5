import type { Finding } from './rule.ts';

/** Exceptions allowed today: rule, then subject, then the amount it may not exceed. It may only shrink. */
export type Ratchet = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What is left of a rule's findings once the ratchet has had its say, as lines for a person; entries it no longer needs are objected to. */
export function judgeByRatchet(rule: string, findings: readonly Finding[], ratchet: Ratchet): string[] {
  const allowed = ratchet[rule] ?? {};
  const found = new Map(findings.map((finding) => [finding.subject, finding.amount]));
  const broken = findings.filter((finding) => finding.amount > (allowed[finding.subject] ?? 0));
  const slack = Object.entries(allowed).filter(([subject, amount]) => (found.get(subject) ?? 0) < amount);
  return [
    ...broken.map((finding) => `${rule}: ${finding.subject} ${finding.message}`),
    ...slack.map(
      ([subject, amount]) =>
        `${rule}: ${subject} is better than its ratchet of ${amount}: ${tighten(found.get(subject))}`,
    ),
  ];
}

function tighten(amount: number | undefined): string {
  return amount === undefined ? 'remove the entry.' : `lower the entry to ${amount}.`;
}
