/** What the platform is called; this is the same in every language. */
export const brand = 'Parley';

/** The title of the document. */
export const documentTitle = (title: string) => `${title} · ${brand}`;
