/** The name of the platform; the same in every language. */
export const brand = 'Parley';

/** Returns the title of the document. */
export const documentTitle = (title: string) => `${title} · ${brand}`;
