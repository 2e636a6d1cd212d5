import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { action, text } from '../field-schemas.ts';
import { fieldsFault } from '../form-rules.ts';

/**
 * A form of 1–20 fields. `form_id` has 1–64 characters and is unique in its message; `submit_label` has 0–60. Each field has
 * a name that is unique in the form and matches `^[a-zA-Z][a-zA-Z0-9_]{0,63}$`, a label of 1–120 characters and a type; a
 * `select` also has 1–50 options (label 1–60, payload 1–200). A field without `required` may be left empty. The answer goes
 * through the form submit route, once a person, and is not posted as a message.
 */
export type FormBlock = z.infer<typeof formBlock.inbound>;

/** One field of a form. */
export type FormField = FormBlock['fields'][number];

const field = z.strictObject({
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/),
  label: text(1, 120),
  field_type: z.enum(['text', 'number', 'date', 'select']),
  required: z.boolean().optional(),
  options: z.array(action).min(1).max(50).optional(),
});

const formSchema = z.strictObject({
  type: z.literal('form'),
  form_id: text(1, 64),
  submit_label: text(0, 60).optional(),
  fields: z.array(field).min(1).max(20),
});

export const formBlock = defineBlock({
  inbound: formSchema,
  read: formSchema,
  sender: 'any',
  check: (block) => fieldsFault(block.fields),
  text: (block) => `Form: ${block.fields.map(({ label }) => label).join(', ')}`,
});
