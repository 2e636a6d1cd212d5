import { limits, type FormBlock, type FormField, type FormValues } from '@parley/protocol';

/**
 * Validates a person's answers against the form: only declared names, every required one, each value of its field's
 * type. An optional field may be omitted but not null.
 *
 * @returns the values in the order of the fields, or null if anything is wrong.
 */
export function validateAnswers(form: FormBlock, answers: unknown): FormValues | null {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return null;
  const given = new Map<string, unknown>(Object.entries(answers));
  const values: [string, string | number][] = [];
  for (const field of form.fields) {
    if (!given.has(field.name)) {
      if (field.required === true) return null;
      continue;
    }
    const value = given.get(field.name);
    if (!fits(field, value)) return null;
    values.push([field.name, value]);
    given.delete(field.name);
  }
  return given.size === 0 ? Object.fromEntries(values) : null;
}

function fits({ field_type, options }: FormField, value: unknown): value is string | number {
  switch (field_type) {
    case 'text':
      return typeof value === 'string' && countsAtMost(value, limits.formTextCharacters);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'date':
      return typeof value === 'string' && isRealDay(value);
    case 'select':
      return typeof value === 'string' && (options ?? []).some(({ payload }) => payload === value);
  }
}

/** Compares the number of code points with `max`, without counting texts that are far too long. */
function countsAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** Returns whether the text is a calendar date, `YYYY-MM-DD`. */
function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
