import { BlockActionsContext } from '../blocks/block-context.ts';
import type { BlockActions } from '../blocks/block-context.ts';
import { Blocks } from '../blocks/blocks.tsx';
import { RequestError } from '../api/request.ts';
import styles from './gallery.module.css';
import { givenSamples } from './given-samples.ts';
import type { Sample } from './samples.ts';

const task = {
  title: 'Water the plants',
  instructions: 'Every Monday at nine, and **twice** in August.',
  status: 'in_progress',
} as const;

const usual: BlockActions = {
  choose: () => undefined,
  formStates: {},
  author: 'Gardener',
  submitForm: () => Promise.resolve(),
  useTask: () => ({ task, cancel: () => Promise.resolve() }),
};

const refusal = { code: 'form_not_answerable', status: 404, hint: 'Ask for a new one.', path: '/guests' };

/** The block actions of each sample state, as changes to the defaults. */
const changes: Record<NonNullable<Sample['state']>, Partial<BlockActions>> = {
  live: { isLive: true, choose: null, submitForm: null },
  'read only': { choose: null, submitForm: null },
  answered: { formStates: { picnic: { answered: true } } },
  pressed: { chosen: () => 'Yes' },
  refused: {
    submitForm: () => Promise.reject(new RequestError('That many do not fit around the table.', refusal)),
  },
};

/** Shows every block in every state. */
export function BlockSamples() {
  return givenSamples(window.location.hash).map(({ name, state, blocks }) => (
    <section key={name} className={styles.sample} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <BlockActionsContext value={{ ...usual, messageId: name, ...(state && changes[state]) }}>
        <Blocks blocks={blocks} />
      </BlockActionsContext>
    </section>
  ));
}
