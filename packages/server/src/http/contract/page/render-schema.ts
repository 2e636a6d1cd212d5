import { html, prose, type Content, type Html } from './html.ts';
import { renderNotes, renderType, schemaAnchor, type Schema } from './render-type.ts';

/** Renders a named schema as a collapsible section. */
export function renderSchema(name: string, schema: Schema): Html {
  return html`<details class="entry" id="${schemaAnchor(name)}" data-entry>
    <summary><h3>${name}</h3></summary>
    <div class="inside">${schemaBody(schema)}</div>
  </details>`;
}

/** Renders the fields of an object, one per row. */
export function renderFields({ properties = {}, required = [] }: Schema): Html {
  const rows = Object.entries(properties).map(([name, schema]) => ({
    name,
    need: required.includes(name) ? '' : 'optional',
    schema,
  }));
  return table('Fields', rows);
}

export interface Row {
  readonly name: string;
  /** Shown beside the name: the parameter's place, or `optional`. */
  readonly need: string;
  readonly schema: Schema;
}

/** Renders a table of names and the types of their values. */
export function table(caption: string, rows: readonly Row[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(tableRow)}
      </tbody>
    </table>
  </div>`;
}

function tableRow({ name, need, schema }: Row): Html {
  const mark = need === '' ? null : html` <span class="need">${need}</span>`;
  return html`<tr>
    <th scope="row"><code>${name}</code>${mark}</th>
    <td>${renderType(schema)}</td>
    <td>${renderNotes(schema)}</td>
  </tr>`;
}

function schemaBody(schema: Schema): Content {
  const { description, ...rest } = schema;
  const about = description === undefined ? null : html`<p>${prose(description)}</p>`;
  if (rest.properties) return [about, renderFields(schema)];
  return [about, html`<p class="kinds">${renderType(schema)} ${renderNotes(rest)}</p>`];
}
