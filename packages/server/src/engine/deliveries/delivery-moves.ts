import type { DeliveryStatus, RefusalCode } from '@parley/protocol';

/**
 * The state of a delivery. It waits (`queued`, `replayed`, `failed`), or is leased by a server for an attempt
 * (`sending`, `resending`, `retrying`), or has ended. `unsent` was ended by an earlier release before any attempt;
 * `withdrawn` was taken back and is never sent again. Of the erased ones only the metadata is left.
 */
export type DeliveryState = keyof typeof deliveryMoves;

/**
 * The events of a delivery. `deliver`, `fail` and `give_up` are results of the running attempt; `give_up` is a failure
 * without a further retry. `accept` and `reject` are acknowledgements that reached a server without a stream waiting
 * for them. For a form submission, `erase` happens when the delivery ends.
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
/** A result for a delivery that is not leased came too late and changes nothing. */
const late = { deliver: null, fail: null, give_up: null, release: null } as const;
const tried = { deliver: 'delivered', fail: 'failed', give_up: 'dead', accept: 'delivered', reject: 'failed' } as const;
/**
 * Moves of a leased delivery. A replay does not interrupt the running attempt, and the body is kept until the attempt
 * ends.
 */
const inHand = { ...tried, claim: null, replay: null, withdraw: 'withdrawn', erase: null } as const;
const over = { ...late, claim: null, accept: null, reject: null, end_room: null, withdraw: null } as const;

/** For every state and move: the next state, null if nothing changes, or the error code of the refusal. */
export const deliveryMoves = {
  // A delivery that was never sent cannot be acknowledged, and a replay would change nothing.
  queued: {
    ...late,
    claim: 'sending',
    accept: null,
    reject: null,
    replay: null,
    end_room: 'dead',
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
  sending: { ...inHand, release: 'queued', end_room: 'dead' },
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

/** Returns the status shown to people for a state. */
export const statusOf = (state: DeliveryState): DeliveryStatus => statuses[state];

/** The columns from which the state of a delivery is derived. */
export interface Standing {
  readonly status: DeliveryStatus;
  readonly attempt_count: number;
  readonly open: boolean;
  readonly leased: boolean;
  readonly has_body: boolean;
  /** The outcome of the last attempt, or the reason why the delivery ended. */
  readonly last_outcome: string | null;
}

/** Derives the state of a stored delivery from its columns. */
export function stateOf({ status, attempt_count, open, leased, has_body, last_outcome }: Standing): DeliveryState {
  if (!open && last_outcome === 'withdrawn') return 'withdrawn';
  if (status === 'delivered') return has_body ? 'delivered' : 'delivered_erased';
  if (!open) return has_body ? (attempt_count === 0 ? 'unsent' : 'dead') : 'dead_erased';
  if (status === 'failed') return leased ? 'retrying' : 'failed';
  if (attempt_count === 0) return leased ? 'sending' : 'queued';
  return leased ? 'resending' : 'replayed';
}
