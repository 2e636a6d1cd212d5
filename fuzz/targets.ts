import type { Target } from './target.ts';
import { address } from './targets/address.ts';
import { authorization } from './targets/authorization.ts';
import { blocks } from './targets/blocks.ts';
import { cookie } from './targets/cookie.ts';
import { cron } from './targets/cron.ts';
import { cursor } from './targets/cursor.ts';
import { duration } from './targets/duration.ts';
import { filename } from './targets/filename.ts';
import { idempotencyKey } from './targets/idempotency-key.ts';
import { json } from './targets/json.ts';
import { range } from './targets/range.ts';
import { responseSnippet } from './targets/response-snippet.ts';
import { retryAfter } from './targets/retry-after.ts';
import { signatureHeader } from './targets/signature-header.ts';
import { sse } from './targets/sse.ts';
import { url } from './targets/url.ts';

/** Whatever of the product reads what strangers write. */
export const targets: readonly Target[] = [
  signatureHeader,
  authorization,
  address,
  url,
  json,
  blocks,
  sse,
  cookie,
  idempotencyKey,
  cursor,
  range,
  filename,
  cron,
  duration,
  retryAfter,
  responseSnippet,
];
