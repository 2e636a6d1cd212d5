import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

/** One movement of coins as the owner of a wallet reads it: `amount` is negative where coins left it. */
export type WalletEntry = z.infer<typeof walletEntry>;

export const walletEntry = z
  .strictObject({
    at: timestamp,
    amount: z.int(),
    balanceAfter: z.int().min(0),
    reason: z.string(),
    /** The agent that charged; null where the platform gave the coins. */
    agentId: idSchema('agent').nullable(),
    /** The approval that let the coins move; null where none was needed. */
    approvalId: idSchema('approval').nullable(),
  })
  .meta({ id: 'WalletEntry' });

/** GET /v1/wallet: the balance in whole coins, and a page of entries, the newest first. */
export type Wallet = z.infer<typeof wallet>;

export const wallet = z.strictObject({ balance: z.int().min(0), entries: z.array(walletEntry) }).meta({ id: 'Wallet' });

/** 200 of GET /v1/wallet. `nextCursor` says where older entries go on. */
export const walletPage = z
  .strictObject({ item: wallet, nextCursor: z.string().nullable() })
  .meta({ id: 'WalletPage' });
