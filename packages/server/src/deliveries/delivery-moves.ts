import type { DeliveryStatus, RefusalCode } from '@parley/protocol';

/**
 * Where a delivery stands. It waits (`queued`, `replayed`, `failed`), or a server has it in hand for an attempt that came of
 * one of these (`sending`, `resending`, `retrying`), or it is over. `unsent` is one that was over before any attempt was, `withdrawn`
 * one that was taken back and is never sent again; of the `_erased` only the metadata is left.
 */
export type DeliveryState = keyof typeof deliveryMoves;

/**
 * What can happen to a delivery. `deliver`, `fail` and `give_up` are results of the attempt that has it in hand; `give_up` is a
 * failure after which there is no other attempt. `accept` and `reject` are acknowledgements for which no stream of the server
 * that got them waits. Of a form's answers, `erase` comes with the end.
 */
export type DeliveryMove =
  | 'claim'
  | 'release'
  | 'deliver'
  | 'fail'
  | 'give_up'
  | 'accept'
  | 'reject'
  | 'replay'
  | 'end_room'
  | 'withdraw'
  | 'erase';

type Cell = Extract<RefusalCode, 'delivery_body_erased' | 'delivery_withdrawn'> | null;

const erased = 'delivery_body_erased' satisfies Cell;
/** A result that finds the delivery in nobody's hands came too late. */
const late = { deliver: null, fail: null, give_up: null, release: null } as const;
const tried = { deliver: 'delivered', fail: 'failed', give_up: 'dead', accept: 'delivered', reject: 'failed' } as const;
/** A replay leaves an attempt that is under way to its end, and what is in hand has its body still. */
const inHand = { ...tried, claim: null, replay: null, withdraw: 'withdrawn', erase: null } as const;
const over = { ...late, claim: null, accept: null, reject: null, end_room: null, withdraw: null } as const;

/** Every state with every move: where it leads, null where it leaves everything as it is, or how it is refused. */
export const deliveryMoves = {
  // What was never sent cannot be acknowledged, and is as fresh as a replay would make it.
  queued: {
    ...late,
    claim: 'sending',
    accept: null,
    reject: null,
    replay: null,
    end_room: 'unsent',
    withdraw: 'withdrawn',
    erase: null,
  },
  replayed: {
    ...late,
    claim: 'resending',
    accept: 'delivered',
    reject: null,
    replay: null,
    end_room: 'dead',
    withdraw: 'withdrawn',
    erase: null,
  },
  failed: {
    ...late,
    claim: 'retrying',
    accept: 'delivered',
    reject: null,
    replay: 'replayed',
    end_room: 'dead',
    withdraw: 'withdrawn',
    erase: null,
  },
  sending: { ...inHand, release: 'queued', end_room: 'unsent' },
  resending: { ...inHand, release: 'replayed', end_room: 'dead' },
  retrying: { ...inHand, release: 'failed', end_room: 'dead' },
  delivered: { ...over, replay: 'replayed', erase: 'delivered_erased' },
  dead: { ...over, replay: 'replayed', erase: 'dead_erased' },
  unsent: { ...over, replay: 'queued', erase: 'dead_erased' },
  withdrawn: { ...over, replay: 'delivery_withdrawn' satisfies Cell, erase: null },
  delivered_erased: { ...over, replay: erased, erase: null },
  dead_erased: { ...over, replay: erased, erase: null },
} as const satisfies Record<string, Record<DeliveryMove, string | null>>;

const statuses: Readonly<Record<DeliveryState, DeliveryStatus>> = {
  queued: 'pending',
  replayed: 'pending',
  failed: 'failed',
  sending: 'pending',
  resending: 'pending',
  retrying: 'failed',
  delivered: 'delivered',
  dead: 'failed',
  unsent: 'failed',
  withdrawn: 'failed',
  delivered_erased: 'delivered',
  dead_erased: 'failed',
};

/** The status that people see of a state. */
export const statusOf = (state: DeliveryState): DeliveryStatus => statuses[state];

/** The columns that tell where a delivery stands. */
export interface Standing {
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly open: boolean;
  readonly leased: boolean;
  readonly has_body: boolean;
  /** How its last attempt ended, or what ended it. */
  readonly last_outcome: string | null;
}

/** Where a stored delivery stands. */
export function stateOf({ status, attempt_count, open, leased, has_body, last_outcome }: Standing): DeliveryState {
  if (!open && last_outcome === 'withdrawn') return 'withdrawn';
  if (status === 'delivered') return has_body ? 'delivered' : 'delivered_erased';
  if (!open) return has_body ? (attempt_count === 0 ? 'unsent' : 'dead') : 'dead_erased';
  if (status === 'failed') return leased ? 'retrying' : 'failed';
  if (attempt_count === 0) return leased ? 'sending' : 'queued';
  return leased ? 'resending' : 'replayed';
}
