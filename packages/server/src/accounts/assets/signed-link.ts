import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits, type AssetId, type AssetUrlAnswer } from '@parley/protocol';
import type { Core } from '../../platform/routing/core.ts';

type LinkApp = Pick<Core, 'secrets' | 'clock'>;

/** Creates a link to an asset's bytes that works for five minutes, for anyone who has it. */
export function signLink({ secrets, clock }: LinkApp, origin: string, assetId: AssetId): AssetUrlAnswer {
  const expires = Math.floor(clock.now() / 1000) + limits.assetUrlSeconds;
  const query = new URLSearchParams({
    expires: String(expires),
    signature: sign(secrets.derive(purpose), assetId, String(expires)),
  });
  return {
    url: `${origin}/v1/assets/${assetId}/signed?${query.toString()}`,
    expires_at: new Date(expires * 1000).toISOString(),
  };
}

/** Returns whether a link was signed by this platform for this asset and has not expired. */
export function isGoodLink(
  { secrets, clock }: LinkApp,
  assetId: AssetId,
  { expires = '', signature = '' }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (!/^\d{10}$/.test(expires) || Number(expires) * 1000 <= clock.now()) return false;
  const given = Buffer.from(signature);
  return secrets.deriveAll(purpose).some((key) => {
    const wanted = Buffer.from(sign(key, assetId, expires));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

const purpose = 'asset link';

function sign(key: Buffer, assetId: AssetId, expires: string): string {
  return createHmac('sha256', key).update(`${assetId}.${expires}`).digest('base64url');
}
