import { pointerNames, type FormValues, type ReadBlock } from '@parley/protocol';
import { formFaultWords as words } from '../../words/forms.ts';

export type FormField = ReadBlock<'form'>['fields'][number];

/** The errors in the answers, by the name of the field. */
export type FormFaults = ReadonlyMap<string, string>;

const longestText = 10_000;

/** Returns the answers in the form for the server, or the errors that prevent sending. Leaves out an empty optional field. */
export function readValues(
  fields: readonly FormField[],
  typed: ReadonlyMap<string, string>,
): { readonly values: FormValues } | { readonly faults: FormFaults } {
  const values: [string, string | number][] = [];
  const faults = new Map<string, string>();
  for (const field of fields) {
    const text = typed.get(field.name) ?? '';
    if (text.trim() === '') {
      if (field.required) faults.set(field.name, words.missing[field.field_type]);
      continue;
    }
    const fault = faultOf(field, text);
    if (fault !== null) faults.set(field.name, fault);
    else values.push([field.name, field.field_type === 'number' ? Number(text) : text]);
  }
  return faults.size > 0 ? { faults } : { values: Object.fromEntries(values) };
}

function faultOf({ field_type: type, options }: FormField, text: string): string | null {
  switch (type) {
    case 'text':
      return [...text].length > longestText ? words.tooLong(longestText) : null;
    case 'number':
      return Number.isFinite(Number(text)) ? null : words.noNumber;
    case 'date':
      return isDay(text) ? null : words.noDay;
    case 'select':
      return options?.some(({ payload }) => payload === text) ? null : words.notListed;
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns the field that a server refusal names (JSON Pointer), by name or by index; null if it names no field. */
export function fieldAt(fields: readonly FormField[], path: string | null): string | null {
  const parts = pointerNames(path ?? '');
  const byName = fields.find(({ name }) => parts.includes(name));
  if (byName) return byName.name;
  const place = parts.findIndex((part) => part === 'fields');
  return (place >= 0 && fields[Number(parts[place + 1])]?.name) || null;
}
