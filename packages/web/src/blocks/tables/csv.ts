/** The beginning of a cell that a spreadsheet would run as a formula, unless the cell is a number. */
const formula = /^[\t\r\n ]*[=+\-@＝＋－＠|%]/u;
const plainNumber = /^[-+]?\d[\d.,\s]*%?$/u;

/**
 * Returns rows as comma-separated values (RFC 4180). Puts an apostrophe before a cell that a spreadsheet would take for a formula, so that
 * it stays text.
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n';
}

function cellOf(text: string): string {
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
