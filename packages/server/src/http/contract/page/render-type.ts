import { html, prose, type Content, type Html } from './html.ts';

/** The parts of a JSON schema that the page uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly [bound: string]: unknown;
}

/** Renders the type of a value in a few words. A named type is a link to its section. */
export function renderType(schema: Schema): Html {
  const { $ref, items, properties, additionalProperties: others } = schema;
  if ($ref !== undefined) return typeLink($ref);
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return html`${orOf(schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`))}`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return html`${orOf(choices.map(renderType))}`;
  if (schema.allOf?.[0]) return renderType(schema.allOf[0]);
  if (items) return html`array of ${renderType(items)}`;
  if (properties) return html`<span class="braces">{ ${members(schema)} }</span>`;
  if (typeof others === 'object') return html`object of ${renderType(others)}`;
  return html`${[schema.type ?? 'any JSON value'].flat().join(' or ')}`;
}

/** Renders the limits of a value and its description. */
export function renderNotes(schema: Schema): Html {
  const { description, pattern, format } = schema;
  const notes: Content[] = [
    range(schema['minLength'], schema['maxLength'], 'characters'),
    range(schema['minItems'], schema['maxItems'], 'items'),
    range(schema['minimum'], schema['maximum'], ''),
    typeof schema['exclusiveMinimum'] === 'number' ? `above ${schema['exclusiveMinimum']}` : null,
    format,
    pattern === undefined ? null : html`<code class="pattern">${pattern}</code>`,
    schema.default === undefined ? null : html`by default <code>${JSON.stringify(schema.default)}</code>`,
    description === undefined ? null : prose(description),
  ].filter((note) => note !== null && note !== undefined && note !== '');
  return html`${notes.map((note, index) => (index === 0 ? note : [' · ', note]))}`;
}

/** Returns the anchor of a named schema on the page. */
export function schemaAnchor(name: string): string {
  return `type-${name}`;
}

function typeLink(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#${schemaAnchor(name)}">${name}</a>`;
}

function members({ properties = {}, required = [] }: Schema): Content {
  return Object.entries(properties).map(([name, schema], index) => [
    index === 0 ? '' : ', ',
    html`<code>${name}${required.includes(name) ? '' : '?'}</code>: ${renderType(schema)}`,
  ]);
}

function orOf(choices: readonly Content[]): Content {
  return choices.map((choice, index) => (index === 0 ? choice : [' or ', choice]));
}

function range(min: unknown, max: unknown, unit: string): string | null {
  const least = typeof min === 'number' && (min > 0 || unit === '') ? min : null;
  if (typeof max !== 'number') return least === null ? null : `${least} ${unit} or more`.replace('  ', ' ');
  return `${least === null ? 'at most' : `${least} to`} ${max.toLocaleString('en')} ${unit}`.trim();
}
