import type { PagePart } from './markdown.ts';
import type { PageSource } from './page-list.ts';

/** A page with all that is shown of it. */
export interface BuiltPage extends PageSource {
  readonly title: string;
  readonly description: string;
  /** Its Markdown with everything in it that it asks for. */
  readonly markdown: string;
  readonly html: string;
  readonly parts: readonly PagePart[];
}

/** A file of the site, by its path below the base. */
export type SiteFiles = Map<string, string | Uint8Array>;
