import type { Options } from '../options.ts';
import { accepting } from './accepting.ts';
import { calling } from './calling.ts';
import { claiming } from './claiming.ts';
import { crowding } from './crowding.ts';
import { delivering } from './delivering.ts';
import { embedding } from './embedding.ts';
import { erasing } from './erasing.ts';
import { hanging } from './hanging.ts';
import { holding } from './holding.ts';
import { history } from './history.ts';
import { lasting } from './lasting.ts';
import type { Measure } from './measure.ts';
import { reaching } from './reaching.ts';
import { replying } from './replying.ts';
import { streaming } from './streaming.ts';

const measures: readonly Measure[] = [
  accepting,
  claiming,
  delivering,
  reaching,
  streaming,
  history,
  hanging,
  lasting,
  replying,
  holding,
  calling,
  embedding,
  crowding,
  erasing,
];
const usual = [accepting, delivering, reaching];

/** The measures that a run was asked for; throws where there is none of a name. */
export function chosenOf({ only, all }: Pick<Options, 'only' | 'all'>): readonly Measure[] {
  if (only === null) return all ? measures : usual;
  return only.map((name) => {
    const found = measures.find(({ id, alias }) => id === name || alias === name);
    if (!found) throw new Error(`There is no measure ${name}; there are ${measures.map(nameOf).join(', ')}.`);
    return found;
  });
}

function nameOf({ id, alias }: Measure): string {
  return `${id} (${alias})`;
}
