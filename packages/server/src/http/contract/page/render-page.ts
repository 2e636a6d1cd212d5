import { refusals, type RefusalCode } from '@parley/protocol';
import type { Json } from '../schemas.ts';
import { html, type Html, paragraphs, prose } from './html.ts';
import { refusalTable, renderOperation, type Operation, type OperationEntry } from './render-operation.ts';
import { renderSchema } from './render-schema.ts';
import type { Schema } from './render-type.ts';

interface Document {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation & { readonly tags: readonly string[] }>>>>;
  readonly webhooks: { readonly delivery: { readonly post: Operation } };
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly name?: string; readonly description: string }>>;
  };
}

/** Renders the published contract as a page for people: all operations by concept, and all named types. */
export function renderPage(published: Json): string {
  const document = withoutReferences(published) as unknown as Document;
  const concepts = document.tags.map((tag) => ({ ...tag, entries: entriesOf(document, tag.name) }));
  const { schemas } = document.components;
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Parley: the interface</title>
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="/docs/mark.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/docs/page.css" />
      <script src="/docs/page.js" defer></script>
    </head>
    <body>
      <a class="skip" href="#content">Skip to the contract</a>
      ${header} ${navigation(concepts)}
      <main id="content" tabindex="-1">
        ${introduction(document)} ${concepts.map(conceptSection)}
        <section id="types" data-group>
          <h2>Types</h2>
          <p>What bodies and answers are made of.</p>
          ${Object.entries(schemas).map(([name, schema]) => renderSchema(name, schema))}
        </section>
        <p id="nothing" hidden>Nothing on this page has these words.</p>
      </main>
    </body>
  </html>`;
  return `<!doctype html>${page.text}`;
}

const header = html`<header>
  <a class="brand" href="/"><img src="/docs/mark.svg" alt="" width="28" height="28" />Parley</a>
  <search>
    <label class="hidden" for="words">Search the contract</label>
    <input id="words" type="search" placeholder="Search" autocomplete="off" spellcheck="false" />
    <output id="found" for="words" class="hidden"></output>
  </search>
  <a href="/docs/guide">Guide</a>
  <a class="raw" href="/openapi.json">openapi.json</a>
</header>`;

interface Concept {
  readonly name: string;
  readonly description: string;
  readonly entries: readonly OperationEntry[];
}

function navigation(concepts: readonly Concept[]): Html {
  const link = ({ name, entries }: Concept) =>
    html`<li>
      <a href="#${name}">${titleOf(name)}</a>
      <ul>
        ${entries.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`)}
      </ul>
    </li>`;
  return html`<nav aria-label="Contents">
    <ul>
      ${concepts.map(link)}
      <li><a href="#types">Types</a></li>
    </ul>
  </nav>`;
}

function introduction({ info, components }: Document): Html {
  const schemes = Object.entries(components.securitySchemes);
  const any = Object.keys(refusals).filter((code) => anyCall.has(code as RefusalCode)) as RefusalCode[];
  return html`<section class="intro">
    <h1>The interface</h1>
    <p>${info.description}</p>
    <dl>
      ${schemes.map(
        ([name, scheme]) =>
          html`<dt>${titleOf(name)}: <code>${scheme.name ?? 'Authorization: Bearer'}</code></dt>
            <dd>${prose(scheme.description)}</dd>`,
      )}
    </dl>
    <details class="entry" id="any-call" data-entry>
      <summary><h2>What any call may refuse</h2></summary>
      <div class="inside">${refusalTable(any)}</div>
    </details>
  </section>`;
}

const anyCall: ReadonlySet<RefusalCode> = new Set([
  'malformed_request',
  'idempotency_key_invalid',
  'idempotency_key_required',
  'idempotency_key_reused',
  'unsupported_media_type',
  'payload_too_large',
  'rate_limited',
  'misdirected_request',
  'request_timeout',
  'headers_too_large',
  'overloaded',
  'internal_error',
  'unauthenticated',
  'other_session',
  'cross_site_request',
  'unauthorized',
]);

function conceptSection({ name, description, entries }: Concept): Html {
  return html`<section id="${name}" data-group>
    <h2>${titleOf(name)}</h2>
    ${paragraphs(description)} ${entries.map(renderOperation)}
  </section>`;
}

function entriesOf({ paths, webhooks, components: { schemas } }: Document, tag: string): OperationEntry[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation, schemas })),
  );
  const entries = all.filter(({ operation }) => operation.tags.includes(tag));
  const hook = { method: 'post', path: 'your webhook', operation: webhooks.delivery.post, schemas };
  return tag === 'deliveries' ? [...entries, hook] : entries;
}

/** Returns the document with every reference resolved, except references to named schemas. */
function withoutReferences(document: Json): Json {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: string };
    if ($ref === undefined) return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    if ($ref.startsWith('#/components/schemas/')) return node;
    return visit(
      $ref
        .slice(2)
        .split('/')
        .reduce((at, step) => (at as Json)[step], document as unknown),
    );
  };
  return visit(document) as Json;
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
