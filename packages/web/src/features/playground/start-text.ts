const usual = [
  { type: 'text', text: 'Tea or **coffee**?' },
  {
    type: 'buttons',
    buttons: [
      { label: 'Tea', payload: 'tea' },
      { label: 'Coffee, black', payload: 'coffee' },
    ],
  },
];

/** The text that the editor begins with: what stands behind the `#` of its address, or an example. */
export function startText(hash: string): string {
  try {
    const text = decodeURIComponent(hash.replace(/^#/, ''));
    if (text !== '') return text;
  } catch {
    // A link that was cut off in the middle of a character begins with the example.
  }
  return JSON.stringify(usual, null, 2);
}

/** The address of the editor with a text in it. */
export function linkTo(text: string): string {
  return `${window.location.origin}${window.location.pathname}#${encodeURIComponent(text)}`;
}
