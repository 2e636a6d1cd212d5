import type { ReadBlock } from '@parley/protocol';
import { ClipboardList } from 'lucide-react';
import { useBlockActions } from './block-context.ts';
import styles from './data-blocks.module.css';
import { Aside, Frame } from './frame.tsx';

type Field = ReadBlock<'form'>['fields'][number];

const kinds: Record<Field['field_type'], string> = {
  text: 'text',
  number: 'a number',
  date: 'a date',
  select: 'one of a list',
};

/** A form, as the list of what it asks for. */
export function FormBlock({ block }: { readonly block: ReadBlock<'form'> }) {
  const answered = useBlockActions().formStates[block.form_id]?.answered ?? false;
  return (
    <Frame kind="Form" icon={<ClipboardList size={14} aria-hidden />}>
      <ul className={styles.list}>
        {block.fields.map((field) => (
          <li key={field.name}>
            {field.label} <Aside>{describe(field)}</Aside>
          </li>
        ))}
      </ul>
      <Aside>{answered ? 'You have answered this form.' : 'Answering forms here comes with the next version.'}</Aside>
    </Frame>
  );
}

function describe(field: Field): string {
  const kind = field.options ? field.options.map(({ label }) => label).join(' · ') : kinds[field.field_type];
  return field.required ? `${kind}, required` : kind;
}
