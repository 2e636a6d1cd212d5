import { refusals, routesByConcept, statusOfRefusal, type RefusalCode, type RouteRow } from '@parley/protocol';
import { openApiDocument } from '../../../packages/server/src/http/contract/openapi.ts';
import type { GeneratedFile } from '../../generated-file.ts';
import { cell, fieldTable, typeOf, type Schema } from '../field-rows.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Media }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Reference {
  readonly $ref: string;
}

type Media = Readonly<Record<string, { readonly schema: Schema }>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** A page for each concept with all of its calls, out of the document that the server publishes. */
export const apiReferences: readonly GeneratedFile[] = Object.entries(routesByConcept).map(
  ([concept, { about, doc, routes }]) => ({
    path: `docs/guide/reference/api/${concept}.md`,
    generate: async () => {
      const document = openApiDocument(null) as unknown as Document;
      const sections = Object.values(routes).map((row) => operationSection(row, document));
      return `${head(concept, about, doc)}\n${sections.join('\n')}`;
    },
  }),
);

function head(concept: string, about: string, doc: string | undefined): string {
  const title = concept.charAt(0).toUpperCase() + concept.slice(1);
  return `# API: ${title}

${about} This page lists the calls about ${concept} with their parameters, answers and refusals. [The interface](../../../interface.md#conventions)
says what holds for every call.

<!-- Generated from the rows of the routes: run \`npx tsx scripts/generated.ts --write\`. -->
${doc === undefined ? '' : `\n${doc}\n`}`;
}

/** Types that a table names and does not unfold: they have pages of their own. */
const named = /\/(Block|SendableBlock|StoredBlock|JsonValue|Envelope|\w+Envelope|\w+Block|\w+ReadBlock)$/;

function operationSection(row: RouteRow, document: Document): string {
  const { method, path, door, refusals: codes = [], idempotency } = row;
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${method} ${path}.`);
  const resolve = (reference: string) =>
    named.test(reference) ? null : (document.components.schemas[reference.split('/').at(-1) ?? ''] ?? null);
  const parts = [
    `## ${operation.operationId}`,
    `\`${method} ${path}\``,
    operation.summary,
    operation.description ?? '',
    doorWords[door] + (idempotency === undefined ? '' : ` ${keyWords[idempotency]}`),
    titled('Parameters', parameterTable(operation, document)),
    titled('Body', mediaTable(operation.requestBody?.content, resolve)),
    ...answers(operation, resolve),
    refusalList(codes, row),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const doorWords = { human: 'For people.', agent: 'For agents: the request is signed.' };
const keyWords = {
  optional: 'It takes an `Idempotency-Key`.',
  required: 'It needs an `Idempotency-Key`.',
};

function titled(title: string, content: string): string {
  return content === '' ? '' : `### ${title}\n\n${content}`;
}

/** The headers that all calls share are told once, elsewhere. */
function parameterTable({ parameters = [] }: Operation, { components }: Document): string {
  const whole = parameters
    .map((one) => ('$ref' in one ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one))
    .filter((one): one is Parameter => one !== undefined && one.in !== 'header');
  if (whole.length === 0) return '';
  const rows = whole.map(({ name, in: place, required, description = '', schema }) => {
    const about = [typeOf(schema, () => null), cell(description)].filter(Boolean).join(', ');
    return `| \`${name}\` | ${about} | ${place}, ${required ? 'required' : 'optional'} |`;
  });
  return ['| Name | What it is | Where |', '| --- | --- | --- |', ...rows].join('\n');
}

function mediaTable(content: Media | undefined, resolve: (reference: string) => Schema | null): string {
  const tables = Object.entries(content ?? {}).map(([type, { schema }]) => {
    const whole = schema.$ref === undefined ? schema : (resolve(schema.$ref) ?? schema);
    const fields = type === 'application/json' ? fieldTable(whole, resolve) : '';
    if (fields !== '') return fields;
    return type === 'application/json' ? `${typeOf(schema, resolve)}.` : `\`${type}\`.`;
  });
  return tables.join('\n\n');
}

function answers({ responses }: Operation, resolve: (reference: string) => Schema | null): string[] {
  const well = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return well.map(([status, { content }]) => {
    const table = mediaTable(content, resolve);
    return titled(`Answer: ${status}`, table === '' ? 'No body.' : table);
  });
}

function refusalList(codes: readonly RefusalCode[], of: RouteRow): string {
  if (codes.length === 0) return '';
  const rows = codes.map((code) => `| \`${code}\` | ${statusOfRefusal(code, of)} | ${cell(refusals[code].message)} |`);
  return titled(
    'Refusals',
    [`| [Code](../../../errors.md) | Status | Meaning |`, '| --- | --- | --- |', ...rows].join('\n'),
  );
}
