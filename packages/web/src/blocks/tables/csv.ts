/** What a spreadsheet would run: a cell that begins so, unless it is a number. */
const formula = /^[\t\r\n ]*[=+\-@＝＋－＠|%]/u;
const plainNumber = /^[-+]?\d[\d.,\s]*%?$/u;

/**
 * Rows as comma-separated values (RFC 4180). A cell that a spreadsheet would take for a formula is led by an apostrophe, so that it
 * stays the text that it is.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
}

function cellOf(text: string): string {
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
