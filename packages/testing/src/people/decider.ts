import type { Approval, RouteJson, RouteName, Routes, StandingGrant } from '@parley/protocol';
import type { WaitOptions } from '../time/patience.ts';
import { fits, quoted } from './expectation.ts';
import { resolutionOf, type Approved, type Approving, type Denying } from './resolution.ts';
import type { CallInput } from './session.ts';

/** What is decided, where several wait: a part of what it says, or a pattern. */
type Asked = WaitOptions & { readonly action?: string | RegExp };

/** Somebody who decides what agents may do. */
export abstract class Decider {
  abstract readonly handle: string;

  /**
   * Waits until something is put to them, and resolves with it, undecided: `arguments` are what an approval would bind the agent to.
   *
   * @param action A part of what it says, or a pattern, where several wait.
   */
  isAsked(action: string | RegExp = '', options: WaitOptions = {}): Promise<Approval> {
    const find = async () => (await this.approvals()).find((one) => fits(one.action, action, 'part'));
    const what = action === '' ? 'something to decide' : `something to decide that says ${quoted(action)}`;
    return this.untilAsked(find, what, options);
  }

  /** Waits until nothing is under way any more, and then wants nothing to wait for their decision, or nothing that says this. */
  async isNotAsked(action: string | RegExp = ''): Promise<void> {
    await this.settled();
    const asked = (await this.approvals()).find((one) => fits(one.action, action, 'part'));
    if (asked) throw new Error(`${this.handle} was not to be asked, and is: ${asked.action}`);
  }

  /**
   * Waits until something is put to them, and approves it. Where several wait, `action` is a part of what it says, or a pattern.
   *
   * @returns The approval; with `until` it has the `standingGrant`, under which equal calls then run without a question.
   * @example
   * await ada.approves('Pay 3 coins');
   * await ada.approves({ option: 'garden', arguments: { guests: 5 }, reason: 'Bea comes too.' });
   * const { standingGrant } = await ada.approves({ until: '2d', max: { amount: { total: 20 } }, equal: ['shop'], uses: 3 });
   */
  approves<How extends Approving>(action?: string | RegExp, how?: How & WaitOptions): Promise<Approved<How>>;
  approves<How extends Approving>(how: How & Asked): Promise<Approved<How>>;
  approves<How extends Approving>(first?: string | RegExp | (How & Asked), how?: How & WaitOptions) {
    return this.#decides('approved', first, how) as Promise<Approved<How>>;
  }

  /**
   * Waits until something is put to them, and denies it.
   *
   * @example
   * await ada.denies('Pay 3 coins', { reason: 'Too dear.' });
   * await ada.denies({ reason: 'Too dear.' });
   */
  denies(action?: string | RegExp | (Denying & Asked), how?: Denying & WaitOptions): Promise<Approval> {
    return this.#decides('denied', action, how);
  }

  /** The standing grants that they gave, newest first; by default those that are active. */
  async standingGrants(state: StandingGrant['state'] = 'active'): Promise<readonly StandingGrant[]> {
    return (await this.call('listStandingGrants', { query: { state, limit: 200 } })).items;
  }

  /** Ends a standing grant. */
  async ends({ grantId }: Pick<StandingGrant, 'grantId'>): Promise<void> {
    await this.call('deleteStandingGrant', { params: { grantId } });
  }

  /** What agents asked them to approve, newest first; by default what waits. */
  async approvals(state: Approval['state'] = 'pending'): Promise<readonly Approval[]> {
    return (await this.call('listApprovals', { query: { state, limit: 200 } })).items;
  }

  abstract call<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<RouteJson<Routes[Name]>>;

  /** Looks until something is found, and else throws an Error that says what is there instead. */
  protected abstract untilAsked<T>(find: () => Promise<T | undefined>, what: string, options: WaitOptions): Promise<T>;
  /** Resolves once nothing is under way any more. */
  protected abstract settled(): Promise<void>;
  /** The time on the world's clock. */
  protected abstract now(): number;

  async #decides(
    decision: 'approved' | 'denied',
    first: string | RegExp | (Approving & Asked) = '',
    second: Approving & WaitOptions = {},
  ): Promise<Approval> {
    const isHow = typeof first === 'object' && !(first instanceof RegExp);
    const [action, how] = isHow ? [first.action ?? '', first] : [first, second];
    const { id: approvalId } = await this.isAsked(action, how.withinMs === undefined ? {} : { withinMs: how.withinMs });
    const body = resolutionOf(decision, how, this.now());
    const { standingGrant } = await this.call('resolveApproval', { params: { approvalId }, body });
    const { item } = await this.call('getApproval', { params: { approvalId } });
    return standingGrant === undefined ? item : Object.assign(item, { standingGrant });
  }
}
