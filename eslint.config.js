import perfectionist from 'eslint-plugin-perfectionist';
import eslint from 'typescript-eslint';

const typed = ['**/*.ts', '**/*.tsx'];
const tests = ['**/*.test.ts', '**/*.test.tsx', 'tests/**'];
/** Words that fit anything, as a whole folder, or as a word of a file's name: `room-manager.ts`, `RoomManager.tsx`. */
const banned = 'util|utils|helper|helpers|common|misc|manager|managers|service|services';
const capitalized = banned.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Attributes that a person reads or hears. */
const said = 'JSXAttribute[name.name=/^(label|title|placeholder|aria-label|alt|hint|legend|caption|action)$/]';
const inPage = ':matches(JSXElement, JSXFragment) > JSXExpressionContainer';
/** Two letters in a row; an example such as an address is no words, a small word in an attribute is a name for the code. */
const [letters, capitalOrSpace] = [String.raw`/\p{L}{2}/u`, String.raw`/^\p{Lu}|\s/u`];
const words = [
  `JSXText[value=${letters}]`,
  `${inPage} > Literal[value=${letters}]`,
  `${inPage} > :matches(ConditionalExpression, LogicalExpression) > Literal[value=${letters}]`,
  `${inPage} > TemplateLiteral > TemplateElement[value.raw=${letters}]`,
  `${said} > Literal[value=${capitalOrSpace}]`,
  `${said} > JSXExpressionContainer > ConditionalExpression > Literal[value=${capitalOrSpace}]`,
  `${said} > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${letters}]`,
  `CallExpression[callee.name='toast'] > :matches(Literal, TemplateLiteral)`,
].map((selector) => ({ selector, message: 'Words that a person sees stand in packages/web/src/words.' }));
/** Ways to the machine's time past the clock, which alone lets a test go through twelve hours of retries at once. */
const ownTime = [
  'MemberExpression[object.name=/^(Date|performance)$/][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name=/^set(Timeout|Interval)$/]',
  'MemberExpression[object.name="AbortSignal"][property.name="timeout"]',
  'ImportDeclaration[source.value=/^(node:)?timers/]',
].map((selector) => ({ selector, message: 'Time comes from clock.ts.' }));
/** Without a language, or with none given, these write in the browser's, which may not be the app's. */
const ownLanguage = [
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/][arguments.length=0]',
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/] > Identifier[name="undefined"]',
  'NewExpression[callee.object.name="Intl"] > Identifier[name="undefined"]',
].map((selector) => ({
  selector,
  message: 'The app writes in its own language: locale() or digits() of words/locale.ts.',
}));
const noDefault = { selector: 'ExportDefaultDeclaration', message: 'Export by name.' };

export default eslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.cache/',
      'data/',
      'test-results/',
      'playwright-report/',
      'conformance/',
      // Typed by what a running server publishes; the test beside it compiles it.
      'tests/openapi/client.ts',
      // A unit of systemd: its name ends as the name of a module may.
      'deploy/*.service',
    ],
  },
  {
    files: typed,
    ignores: ['**/*.d.ts'],
    extends: [eslint.configs.recommendedTypeChecked, eslint.configs.eslintRecommended],
    plugins: { perfectionist },
    languageOptions: {
      parser: eslint.parser,
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // A promise nobody waits for is an error nobody sees.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
      ],
      // A new state, block or event must be met wherever the old ones are told apart.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/require-await': 'off',
      // Mutations and schemas hand out functions that never look at `this`; the rule knows only of the rest.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-restricted-syntax': ['error', noDefault],
      // From far to near; inside a group whoever writes decides.
      'perfectionist/sort-imports': [
        'error',
        {
          type: 'unsorted',
          groups: ['builtin', ['external', 'subpath'], ['parent', 'sibling', 'index']],
          internalPattern: [],
          newlinesBetween: 'ignore',
          sortSideEffects: true,
        },
      ],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 70, IIFEs: true }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      'prefer-const': 'error',
      'no-var': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'object-shorthand': 'error',
      'no-else-return': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
    },
  },
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['packages/web/src/**/*.tsx'],
    ignores: [...tests, 'packages/web/src/{gallery,testing}/**'],
    rules: { 'no-restricted-syntax': ['error', noDefault, ...words, ...ownLanguage] },
  },
  {
    files: ['packages/web/src/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', noDefault, ...ownLanguage] },
  },
  {
    files: [`**/?(*[-_.])@(${banned})?([-_.]*)`, `**/*@(${capitalized})?([A-Z_.-]*)`].flatMap((name) => [
      name,
      `${name}/**`,
    ]),
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'Name the file and its folder after what it does.' },
      ],
    },
  },
  {
    files: ['packages/server/src/engine/**'],
    ignores: [...tests, '**/fixtures/**'],
    rules: {
      'no-restricted-syntax': ['error', noDefault, ...ownTime],
    },
  },
  {
    // What differs between carriers they say themselves.
    files: ['packages/server/src/engine/deliveries/**'],
    ignores: [...tests, '**/fixtures/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noDefault,
        ...ownTime,
        { selector: 'Literal[value=/^(relay|webhook)$/]', message: 'The engine asks the carrier, whichever it is.' },
      ],
    },
  },
  {
    // The log redacts secrets; the console does not.
    files: ['packages/**'],
    rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] },
  },
  {
    files: ['packages/**', 'fuzz/**'],
    ignores: [
      'packages/server/src/platform/settings/config.ts',
      'packages/{agent-sdk,cli}/src/config.ts',
      '**/testing/**',
      '**/fixtures/**',
      '**/*.config.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
        { object: 'globalThis', property: 'process', message: 'Import what you need of it.' },
      ],
      'no-restricted-imports': [
        'error',
        ...['node:process', 'process'].map((name) => ({
          name,
          importNames: ['env', 'default'],
          message: 'Only config.ts reads the environment.',
        })),
      ],
    },
  },
  {
    files: [...tests, '**/migrations/**'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    // A template is a program of its own: it reads its environment, and its tests are those of node:test.
    files: ['packages/create-parley-agent/templates/**'],
    rules: {
      'no-console': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
    },
  },
  {
    files: tests,
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off', 'no-restricted-imports': 'off' },
  },
  {
    // Tests reach into untyped answers on purpose; what they assert is the check.
    files: [...tests, '**/testing/**', '**/fixtures/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
