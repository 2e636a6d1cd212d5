import { agentSignatureHeader, signWith, writeAuthorization } from '@parley/protocol/agent';
import type { Clock } from './clock.ts';
import type { Credential } from './credentials.ts';

/** How far a time of signing may be moved into the past: well within the platform's tolerance of 300 seconds. */
const maxShiftSeconds = 30;
const empty = new Uint8Array();

/**
 * Signs requests so that no two of them share a signature. The platform takes a signature that it has seen on another
 * route or with another Idempotency-Key for a replay, and two equal bodies signed in one second have equal signatures. The second
 * of them is therefore signed a second earlier, which the tolerance allows.
 */
export class Signer {
  /** What each recent signature was made for. */
  readonly #uses = new Map<string, { readonly use: string; readonly unix: number }>();
  readonly #credential: Credential;
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(credential: Credential, clock: Clock) {
    this.#credential = credential;
    this.#clock = clock;
  }

  /**
   * The headers that sign `body`, or nothing for a request without one.
   *
   * @param use What the signature is for, such as the route and the Idempotency-Key; without it the signature may repeat.
   */
  async headers(body: Uint8Array = empty, use?: string): Promise<Record<string, string>> {
    const { agentId, credentialId } = this.#credential;
    // One after another, so that each knows the signatures before it.
    const signature = this.#last.then(() => this.#signature(body, use));
    this.#last = signature.catch(() => undefined);
    return { authorization: writeAuthorization(agentId, credentialId), [agentSignatureHeader]: await signature };
  }

  async #signature(body: Uint8Array, use: string | undefined): Promise<string> {
    const key = await this.#credential.key();
    const now = Math.floor(this.#clock.now() / 1000);
    if (use === undefined) return signWith(key, now, body);
    this.#forgetOld(now);
    for (let unix = now; unix > now - maxShiftSeconds; unix--) {
      const signature = await signWith(key, unix, body);
      const known = this.#uses.get(signature);
      if (known !== undefined && known.use !== use) continue;
      this.#uses.set(signature, { use, unix: now });
      return signature;
    }
    return signWith(key, now, body);
  }

  /** Entries are in the order of signing, so the old ones are in front. */
  #forgetOld(now: number): void {
    for (const [signature, { unix }] of this.#uses) {
      if (unix >= now - maxShiftSeconds) return;
      this.#uses.delete(signature);
    }
  }
}
