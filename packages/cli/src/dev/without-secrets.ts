/** The environment less what Parley's own secrets are kept in: the agent's program gets its own credential and no other. */
export function withoutSecrets(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !isSecret.test(name)));
}

const isSecret = /^PARLEY_(.*_)?(TOKEN|SECRET|KEY|PASSWORD|DATABASE_URL)(_FILE)?$/i;
