import type { Rule } from './rule.ts';

const readable = /\.(ts|tsx|js|cjs|mjs|json|md|ya?ml|html|css|sh|toml)$|(^|\/)(\.npmrc|Dockerfile|run)$/;
const address = /https?:\/\/registry\.|\bregistry\.(npmjs|yarnpkg)\b|"resolved":\s*"http/g;

/** Whoever installs picks the package registry; an address in the repository would bind everyone to one. */
export const noRegistry: Rule = {
  name: 'no-registry',
  check(repository) {
    return repository.paths
      .filter((path) => readable.test(path))
      .map((path) => ({ path, amount: repository.read(path).match(address)?.length ?? 0 }))
      .filter(({ amount }) => amount > 0)
      .map(({ path, amount }) => ({ subject: path, amount, message: 'names a package registry address.' }));
  },
};
