/** TypeScript that people write, tests included. */
export function isSource(path: string): boolean {
  return /^(packages|examples|scripts|bench|fuzz|tests)\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts');
}

/** A test, or something that exists only for tests. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('tests/');
}

export function isMigration(path: string): boolean {
  return path.includes('/migrations/');
}

/** Sources that the measures of size look at. */
export function isMeasured(path: string): boolean {
  return /^(packages|examples|scripts|fuzz)\//.test(path) && isSource(path) && !isTest(path) && !isMigration(path);
}
