import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { moment, timestamp } from '../fields.ts';
import { freshProof, isFreshProof } from './fresh-proof.ts';

const whole = (min: number, max: number) => z.int().min(min).max(max);

/** An announcement to everybody who opens the app: its text, of 1 to 500 characters, and until when it is shown. */
export const announcementValue = z.strictObject({
  text: bounded(500).trim().min(1),
  // Read back as answers write a time. A check before may have failed, so this must not.
  until: moment.overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
});

/** The settings that administrators change, with the values that each takes. `null` is the default again, or none. */
export const editableSettings = {
  signup: z.enum(['open', 'invite', 'closed']),
  agentApproval: z.enum(['on', 'off']),
  passwordSignIn: z.enum(['on', 'off']),
  announcement: announcementValue,
  startingCoins: whole(0, 1e9),
  agents: whole(1, 1e6),
  rooms: whole(1, 1e9),
  asset_bytes: whole(1, 1e15),
  event_streams: whole(1, 1e6),
} as const;

export type EditableSetting = keyof typeof editableSettings;
export type EditableValues = { readonly [Name in EditableSetting]: z.output<(typeof editableSettings)[Name]> };

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

/** PATCH /v1/admin/settings: at least one setting. `password` and `passkey` are for a session that is not fresh. */
export const changeSettingsBody = z
  .strictObject({
    signup: orNull(editableSettings.signup),
    agentApproval: orNull(editableSettings.agentApproval),
    passwordSignIn: orNull(editableSettings.passwordSignIn),
    announcement: orNull(editableSettings.announcement),
    startingCoins: orNull(editableSettings.startingCoins),
    agents: orNull(editableSettings.agents),
    rooms: orNull(editableSettings.rooms),
    asset_bytes: orNull(editableSettings.asset_bytes),
    event_streams: orNull(editableSettings.event_streams),
    ...freshProof,
  })
  .refine((body) => Object.entries(body).some(([name, value]) => !isFreshProof(name) && value !== undefined), {
    message: 'Change at least one setting.',
  })
  .meta({ id: 'ChangeSettingsBody' });

/** A setting of the server. */
export const serverSetting = z
  .strictObject({
    /** The name in `PATCH`, or for the others the variable of the environment. */
    name: z.string(),
    /** `"set"` for a value that carries a credential; null where there is none. */
    value: z.unknown(),
    source: z.enum(['default', 'environment', 'admin']),
    editable: z.boolean(),
  })
  .meta({ id: 'ServerSetting' });

/** An announcement as the app shows it. */
export const announcement = z.strictObject({ text: z.string(), until: timestamp }).meta({ id: 'Announcement' });

export type ChangeSettingsBody = z.infer<typeof changeSettingsBody>;
export type ServerSetting = z.infer<typeof serverSetting>;
export type Announcement = z.infer<typeof announcement>;
