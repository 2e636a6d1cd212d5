import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

/** One movement of coins as the owner of the wallet reads it: `amount` is negative if coins left the wallet. */
export type WalletEntry = z.infer<typeof walletEntry>;

export const walletEntry = z
  .strictObject({
    at: timestamp,
    amount: z.int(),
    balanceAfter: z.int().min(0),
    reason: z.string(),
    /** The agent that charged; null if the platform gave the coins. */
    agentId: idSchema('agent').nullable(),
    /** The approval for the movement; null if none was needed. */
    approvalId: idSchema('approval').nullable(),
  })
  .meta({ id: 'WalletEntry' });

/** GET /v1/wallet: the balance in whole coins, and a page of entries, newest first. */
export type Wallet = z.infer<typeof wallet>;

export const wallet = z.strictObject({ balance: z.int().min(0), entries: z.array(walletEntry) }).meta({ id: 'Wallet' });

/** 200 of GET /v1/wallet. `nextCursor` continues with older entries. */
export const walletPage = z
  .strictObject({ item: wallet, nextCursor: z.string().nullable() })
  .meta({ id: 'WalletPage' });
