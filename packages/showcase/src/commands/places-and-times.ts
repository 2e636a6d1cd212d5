import { event, location, notification, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const locationBlock = location(46.5588, 7.9836, 'A meadow below the Jungfrau');

export const notificationBlock = notification('The kettle is on', 'Tea is ready in about four minutes.', 'Lovely');

/** Returns a picnic at noon (UTC) one week after `now`. */
export function eventBlock(now: string) {
  const noon = Math.floor(Date.parse(now) / dayMs) * dayMs + 7.5 * dayMs;
  return event('Picnic on the meadow', new Date(noon), new Date(noon + dayMs / 8));
}

export const placeAndTimeCommands: Command[] = [
  { name: 'location', aliases: ['map'], run: (ctx) => ctx.reply([text('A place worth the walk:'), locationBlock]) },
  {
    name: 'event',
    run: (ctx) =>
      ctx.reply([text('An event to look at. It does not touch your calendar.'), eventBlock(ctx.envelope.created_at)]),
  },
  { name: 'notification', run: (ctx) => ctx.reply(notificationBlock) },
];
