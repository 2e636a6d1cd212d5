import { refusals, routes, statusOfRefusal, type RefusalCode, type RouteName, type RouteRow } from '@parley/protocol';
import { refusalCodesOf } from '../refusal-codes.ts';
import { html, paragraphs, prose, type Content, type Html } from './html.ts';
import { renderType, type Schema } from './render-type.ts';
import { renderFields, table } from './render-schema.ts';

/** The parts of an OpenAPI operation that the page uses. References are resolved. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, OperationAnswer>>;
}

interface Body {
  readonly required?: boolean;
  readonly content: Media;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface OperationAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Media;
}

type Media = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The named schemas, to show the fields of a body. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Renders one operation as a collapsible section: its input, its answers and its refusals. */
export function renderOperation({ method, path, operation, schemas }: OperationEntry): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  return html`<details class="entry" id="${operationId}" data-entry>
    <summary>
      <h3>
        <span class="method ${method}">${method.toUpperCase()}</span> <span class="path">${breakable(path)}</span>
      </h3>
      <p>${prose(summary)}</p>
    </summary>
    <div class="inside">
      ${description === undefined ? null : paragraphs(description)}
      ${parameters.length === 0 ? null : section('Parameters', table('Parameters', parameters.map(parameterRow)))}
      ${requestBody ? bodySection(requestBody, schemas) : null} ${section('Answer', wellAnswers(operation))}
      ${refusalParts(operationId)}
    </div>
  </details>`;
}

function bodySection({ required, content }: Body, schemas: OperationEntry['schemas']): Html {
  const name = content['application/json']?.schema.$ref?.split('/').at(-1);
  const schema = name === undefined ? undefined : schemas[name];
  const fields = schema?.properties ? renderFields(schema) : null;
  return section(required ? 'Body' : 'Body, optional', [mediaParts(content), fields]);
}

/** Renders refusals with their status and their meaning. */
export function refusalTable(codes: readonly RefusalCode[], of?: RouteRow): Html {
  const row = (code: RefusalCode) => {
    const { message } = refusals[code];
    return html`<tr>
      <td>${statusOfRefusal(code, of)}</td>
      <th scope="row"><code>${code}</code></th>
      <td>${message}</td>
    </tr>`;
  };
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Refusals">
    <table class="refusals">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${codes.toSorted((one, other) => statusOfRefusal(one, of) - statusOfRefusal(other, of)).map(row)}
      </tbody>
    </table>
  </div>`;
}

function parameterRow({ name, in: place, required, description, schema }: Parameter) {
  const need = required ? place : `${place}, optional`;
  return { name, need, schema: description === undefined ? schema : { ...schema, description } };
}

function wellAnswers({ responses }: Operation): Content {
  const well = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return well.map(([status, { description, headers = {}, content = {} }]) => {
    const own = Object.keys(headers).filter((name) => name !== 'X-Request-Id');
    const named = own.length === 0 ? null : html` With ${own.map((name) => html`<code>${name}</code> `)}`;
    return html`<p><strong>${status}</strong> ${description}${named}</p>
      ${mediaParts(content)}`;
  });
}

function mediaParts(content: Media): Content {
  return Object.entries(content).map(([type, { schema, example }]) => {
    const note = schema.description === undefined ? null : html` ${prose(schema.description)}`;
    const kind = type === 'application/json' ? null : html`<code>${type}</code> `;
    return html`<p class="kinds">${kind}${renderType(schema)}${note}</p>
      ${example === undefined ? null : exampleOf(example)}`;
  });
}

function exampleOf(example: unknown): Html {
  return html`<details class="example">
    <summary>Example</summary>
    <pre tabindex="0" role="group" aria-label="Example">${JSON.stringify(example, null, 2)}</pre>
  </details>`;
}

function refusalParts(operationId: string): Content {
  if (!(operationId in routes)) return null;
  const row: RouteRow = routes[operationId as RouteName];
  const own = new Set<RefusalCode>(row.refusals ?? []);
  const others = refusalCodesOf(row).filter((code) => !own.has(code));
  const shared = html`<p class="others">
    As <a href="#any-call">any call of its kind</a>: ${others.map((code) => html`<code>${code}</code> `)}
  </p>`;
  return section('Refusals', [own.size === 0 ? null : refusalTable([...own], row), shared]);
}

function section(title: string, content: Content): Html {
  return html`<section>
    <h4>${title}</h4>
    ${content}
  </section>`;
}

/** Lets a long path break after a slash. */
function breakable(path: string): Content {
  return path.split('/').map((part, index) => (index === 0 ? part : [html`/<wbr />`, part]));
}
