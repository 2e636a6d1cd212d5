/** A file that is made from others and kept in the repository, so that it can be read without running anything. */
export interface GeneratedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  generate(): Promise<string>;
}
