import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.ts';
import * as demo from './0002-demo.ts';
import * as tools from './0010-tools.ts';
import * as coins from './0011-coins.ts';
import * as notifications from './0020-notifications.ts';
import * as formAnswers from './0021-form-answers.ts';
import * as tasks from './0022-tasks.ts';
import * as schedules from './0023-schedules.ts';
import * as search from './0024-search.ts';
import * as assets from './0030-assets.ts';
import * as trace from './0040-trace.ts';
import * as deliveryQueue from './0050-delivery-queue.ts';
import * as age from './0060-age.ts';

/**
 * Every migration, by name. To add one: write `0002-what-it-does.ts` beside this file with an exported `up` that runs raw
 * `sql` on the connection it is given, import it here and add `'0002-what-it-does': { up }`. Names run in alphabetical
 * order, all pending ones in one transaction. A migration that has been released is never edited.
 */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-demo': demo,
  '0010-tools': tools,
  '0011-coins': coins,
  '0020-notifications': notifications,
  '0021-form-answers': formAnswers,
  '0022-tasks': tasks,
  '0023-schedules': schedules,
  '0024-search': search,
  '0030-assets': assets,
  '0040-trace': trace,
  '0050-delivery-queue': deliveryQueue,
  '0060-age': age,
};
