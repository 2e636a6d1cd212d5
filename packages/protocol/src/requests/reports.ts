import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { timestamp } from '../fields.ts';
import { idSchema } from '../ids.ts';

/** POST /v1/reports: exactly one of `messageId`, `agentId` and `userId`. The reason has 1 to 1,000 characters. */
export const reportBody = z
  .strictObject({
    messageId: idSchema('message').optional(),
    agentId: idSchema('agent').optional(),
    userId: idSchema('user').optional(),
    reason: bounded(1_000).trim().min(1),
  })
  .refine(({ messageId, agentId, userId }) => [messageId, agentId, userId].filter(Boolean).length === 1, {
    message: 'Report exactly one thing: a messageId, an agentId or a userId.',
  })
  .meta({ id: 'ReportBody' });

export const reportStates = ['open', 'resolved', 'dismissed'] as const;
export const reportTargets = ['message', 'agent', 'user'] as const;

const target = z.strictObject({ type: z.enum(reportTargets), id: z.string() });

/** A report as its reporter sees it. */
export const report = z
  .strictObject({
    reportId: idSchema('report'),
    state: z.enum(reportStates),
    reason: z.string(),
    target,
    createdAt: timestamp,
  })
  .meta({ id: 'Report' });

/** A report as administrators see it. */
export const adminReport = z
  .strictObject({
    reportId: idSchema('report'),
    state: z.enum(reportStates),
    reason: z.string(),
    reporter: idSchema('user'),
    target,
    /** What a reported message said when it was reported, at most 4,000 characters; null for other things, and when it is erased. */
    evidence: z.strictObject({ text: z.string(), author: z.string(), createdAt: timestamp }).nullable(),
    createdAt: timestamp,
    closedAt: timestamp.nullable(),
    closedBy: idSchema('user').nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'AdminReport' });

/** PATCH /v1/admin/reports/{reportId}. */
export const closeReportBody = z
  .strictObject({ state: z.enum(['resolved', 'dismissed']), note: bounded(1_000).optional() })
  .meta({ id: 'CloseReportBody' });

export type ReportBody = z.infer<typeof reportBody>;
export type Report = z.infer<typeof report>;
export type AdminReport = z.infer<typeof adminReport>;
export type CloseReportBody = z.infer<typeof closeReportBody>;
export type ReportState = (typeof reportStates)[number];
export type ReportTarget = (typeof reportTargets)[number];
