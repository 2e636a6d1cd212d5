import type { BlockFault } from './block-fault.ts';

/** The parts of a field that the rules across the fields of a form check. */
interface Field {
  readonly name: string;
  readonly field_type: string;
  readonly options?: unknown;
}

/** Returns an error for two fields with the same name, or for a select without options. */
export function fieldsFault(fields: readonly Field[]): BlockFault | null {
  const names = new Set<string>();
  for (const [index, { name, field_type, options }] of fields.entries()) {
    if (names.has(name)) return duplicateField(index, name);
    if (field_type === 'select' && options === undefined) return optionsRequired(index, name);
    names.add(name);
  }
  return null;
}

const duplicateField = (index: number, name: string): BlockFault => ({
  path: ['fields', index, 'name'],
  reason: 'duplicate_field',
  message: `Two fields of this form are named "${name}".`,
  hint: 'Give each field a name of its own.',
});

const optionsRequired = (index: number, name: string): BlockFault => ({
  path: ['fields', index, 'options'],
  reason: 'options_required',
  message: `The select field "${name}" has no options.`,
  hint: 'Add 1 to 50 options, each with a label and a payload, or use another field_type.',
});
