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
  say: () => undefined,
  formStates: {},
  author: 'Gardener',
  submitForm: () => Promise.resolve(),
  useTask: () => ({ task, cancel: () => Promise.resolve() }),
};

const refusal = { code: 'form_not_answerable', status: 404, hint: 'Ask for a new one.', path: '/guests' };

/** How the states of a sample differ from the usual. */
const changes: Record<NonNullable<Sample['state']>, Partial<BlockActions>> = {
  live: { isLive: true, say: null, submitForm: null },
  'read only': { say: null, submitForm: null },
  answered: { formStates: { picnic: { answered: true } } },
  pressed: { said: 'yes' },
  refused: {
    submitForm: () => Promise.reject(new RequestError('That many do not fit around the table.', refusal)),
  },
};

/** Every block, and every state of one. */
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
