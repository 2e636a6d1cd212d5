import type { FormValues, TypedForm } from './blocks.ts';

type Values = Readonly<Record<string, string | number>>;

/** The values of an answer, if it can be one to this form; else null. */
export function valuesOf<Form extends TypedForm>(form: Form, values: Values): FormValues<Form> | null {
  const isWhole = form.fields.every(({ name, required }) => !required || name in values);
  const isOfIt = Object.entries(values).every(([name, value]) => {
    const field = form.fields.find((one) => one.name === name);
    if (!field) return false;
    if (field.field_type === 'number') return typeof value === 'number';
    return field.options === undefined || field.options.some(({ payload }) => payload === value);
  });
  return isWhole && isOfIt ? (values as FormValues<Form>) : null;
}
