import { refusals, type RefusalCode } from '../refusals.ts';
import type { RouteRow } from './route.ts';

/** Returns the HTTP status of a refusal, on a route if one is given. */
export function statusOfRefusal(code: RefusalCode, row?: Pick<RouteRow, 'statuses'>): number {
  return row?.statuses?.[code] ?? refusals[code].status;
}
