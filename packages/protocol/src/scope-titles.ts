/** Titles of the scopes that the platform itself defines, in English. */
const builtIn: Readonly<Record<string, string>> = {
  'clock.read': 'Read the current time',
  'coin.charge': 'Charge coins to your wallet',
  'decision.request': 'Ask you for decisions',
  'history.read': 'Read what you wrote in your shared rooms',
  'identity.read': 'Read your name and username',
  'proactive.message': 'Write to you without being asked',
  'schedule.write': 'Plan when it works for you, in your shared rooms',
};

/** Returns the title of a scope for people: the platform's own for its scopes, else what the manifest says, or null. */
export function titleOfScope(scope: string, ofManifest: string | undefined): string | null {
  return Object.hasOwn(builtIn, scope) ? (builtIn[scope] ?? null) : (ofManifest ?? null);
}
