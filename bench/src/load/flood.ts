import { hurry, type Hurried, type Hurry } from './hurry.ts';
import { requestOf, type Send } from './send.ts';

export interface FloodPlan extends Hurry {
  readonly sends: readonly Send[];
}

/** Sends messages as fast as answers come, over all rooms in turn. */
export function flood({ sends, ...bounds }: FloodPlan): Promise<Hurried> {
  return hurry(bounds, 201, (place) => requestOf(sends[place % sends.length] as Send));
}
