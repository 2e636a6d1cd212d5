import type { AssetId, SendableBlock, SendableBlockType, TaskId } from '@parley/protocol';

/**
 * Builders for the block types that an agent may send. They only make the object; `ctx.reply` and the other calls check it
 * as the platform will, and throw a RefusedError that names the path, the reason and a way to fix it.
 */

type Block<Type extends SendableBlockType> = Extract<SendableBlock, { type: Type }>;
/** The members of a block but its type and those that its builder takes by position. */
type Rest<Type extends SendableBlockType, Taken extends PropertyKey = never> = Omit<Block<Type>, 'type' | Taken>;

/** A labelled choice. The payload comes back as the person's next message. */
export type Choice = Block<'buttons'>['buttons'][number];
/** A field of a form. */
export type Field = Omit<Block<'form'>['fields'][number], 'options'> & { readonly options?: readonly Choice[] };

/** A form that knows its fields. What begins with `~` is for the compiler only; no object has it. */
export type TypedForm<Fields extends readonly Field[] = readonly Field[]> = Block<'form'> & {
  readonly '~fields'?: Fields;
};

type ValueOf<F extends Field> = F extends { readonly field_type: 'number' }
  ? number
  : F extends { readonly field_type: 'select'; readonly options: readonly { readonly payload: infer Payload }[] }
    ? Payload
    : string;

type Fields<Form extends TypedForm> = NonNullable<Form['~fields']>[number];

/** The values of an answer to a form: those of required fields are there, the others may be. */
export type FormValues<Form extends TypedForm> = {
  readonly [F in Fields<Form> as F extends { readonly required: true } ? F['name'] : never]: ValueOf<F>;
} & {
  readonly [F in Fields<Form> as F extends { readonly required: true } ? never : F['name']]?: ValueOf<F>;
};

/** A block whose choices know their payloads. */
export type Pressable<Payload extends string = string> = (Block<'buttons'> | Block<'card'>) & {
  readonly '~payload'?: Payload;
};

/** What a press of this block comes back as. */
export type PayloadOf<B extends Pressable> = NonNullable<B['~payload']>;

type PayloadOfItem<Item> = Item extends string
  ? Item
  : Item extends { readonly payload: infer P extends string }
    ? P
    : never;

/** The payloads of a block's choices. */
export function payloadsOf(block: Pressable): string[] {
  const choicesOfIt = block.type === 'buttons' ? block.buttons : (block.actions ?? []);
  return choicesOfIt.map(({ payload }) => payload);
}

/** Text in a markdown subset, 1 to 10,000 characters. */
export function text(content: string): Block<'text'> {
  return { type: 'text', text: content };
}

/**
 * A card with a title, and optionally a body, an image, up to 3 actions, a price and a purchase.
 *
 * @example card('Espresso', { price: { amount: 3, unit: 'coin' }, actions: choices(['Details']) })
 */
export function card<const Actions extends readonly Choice[] = readonly Choice[]>(
  title: string,
  rest: Omit<Rest<'card', 'title'>, 'actions'> & { readonly actions?: Actions } = {},
): Block<'card'> & { readonly '~payload'?: Actions[number]['payload'] } {
  const { actions, ...others } = rest;
  return { type: 'card', title, ...others, ...(actions ? { actions: [...actions] } : {}) };
}

/** A picture that the agent has uploaded. */
export function image(assetId: AssetId, rest: Rest<'image', 'asset_id'> = {}): Block<'image'> {
  return { type: 'image', asset_id: assetId, ...rest };
}

/** A file to download. */
export function file(
  assetId: AssetId,
  filename: string,
  rest: Rest<'file', 'asset_id' | 'filename'> = {},
): Block<'file'> {
  return { type: 'file', asset_id: assetId, filename, ...rest };
}

/** A sound recording. */
export function audio(assetId: AssetId, rest: Rest<'audio', 'asset_id'> = {}): Block<'audio'> {
  return { type: 'audio', asset_id: assetId, ...rest };
}

/** A film. */
export function video(assetId: AssetId, rest: Rest<'video', 'asset_id'> = {}): Block<'video'> {
  return { type: 'video', asset_id: assetId, ...rest };
}

/**
 * 1 to 5 buttons. A string is both label and payload.
 *
 * @example buttons(['Tea', { label: 'Coffee, black', payload: 'coffee' }])
 */
export function buttons<const Items extends readonly (string | Choice)[]>(
  items: Items,
): Block<'buttons'> & { readonly '~payload'?: PayloadOfItem<Items[number]> } {
  return { type: 'buttons', buttons: choices(items) };
}

/** Choices for a card's actions or a select field. A string is both label and payload. */
export function choices<const Items extends readonly (string | Choice)[]>(
  items: Items,
): { label: string; payload: PayloadOfItem<Items[number]> }[] {
  const whole = items.map((item) => (typeof item === 'string' ? { label: item, payload: item } : item));
  return whole as { label: string; payload: PayloadOfItem<Items[number]> }[];
}

/**
 * A form of 1 to 20 fields. The answer comes as `form.submitted`, once a person.
 *
 * @example
 * form('booking', [
 *   { name: 'date', label: 'Which day?', field_type: 'date', required: true },
 *   { name: 'table', label: 'Where?', field_type: 'select', options: choices(['Inside', 'Garden']) },
 * ])
 */
export function form<const Fields extends readonly Field[]>(
  formId: string,
  fields: Fields,
  rest: Rest<'form', 'form_id' | 'fields'> = {},
): TypedForm<Fields> {
  return { type: 'form', form_id: formId, fields: fields as readonly Field[] as Block<'form'>['fields'], ...rest };
}

/** Shows a task and how it stands. To move a task, use `ctx.updateTask`. */
export function taskUpdate(
  taskId: TaskId,
  status: Block<'task_update'>['status'],
  note?: string,
): Block<'task_update'> {
  return { type: 'task_update', task_id: taskId, status, ...given({ note }) };
}

/** How far something is. Leave the percentage out where it is not known. */
export function progress(label: string, percent?: number): Block<'progress'> {
  return { type: 'progress', label, ...given({ percent }) };
}

/** A table of 1 to 8 columns and at most 50 rows, every row as long as the header. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): Block<'table'> {
  return { type: 'table', columns: [...columns], rows: rows.map((row) => [...row]) };
}

/** What a model thought, with its provider's signature. Only the agent's owner sees it. */
export function thinking(content: string, signature: string): Block<'thinking'> {
  return { type: 'thinking', thinking: content, signature };
}

/** A tool that the agent used on its own. Only the agent's owner sees the input. */
export function toolUse(id: string, name: string, input: Block<'tool_use'>['input']): Block<'tool_use'> {
  return { type: 'tool_use', id, name, input };
}

/** What a tool answered. Only the agent's owner sees the content. */
export function toolResult(toolUseId: string, content: string, isError?: boolean): Block<'tool_result'> {
  return { type: 'tool_result', tool_use_id: toolUseId, content, ...given({ is_error: isError }) };
}

/** A titled list of 1 to 50 items. */
export function list(title: string, items: readonly string[]): Block<'list'> {
  return { type: 'list', title, items: [...items] };
}

/** A place on the map, in degrees. */
export function location(latitude: number, longitude: number, label?: string): Block<'location'> {
  return { type: 'location', latitude, longitude, ...given({ label }) };
}

/** An event to look at; it is not placed on any calendar. */
export function event(title: string, startsAt: Date | string, endsAt?: Date | string): Block<'event'> {
  const ends = endsAt === undefined ? {} : { ends_at: timestamp(endsAt) };
  return { type: 'event', title, starts_at: timestamp(startsAt), ...ends };
}

/** A notice with a title and a body. `actionLabel` is shown and leads nowhere. */
export function notification(title: string, body: string, actionLabel?: string): Block<'notification'> {
  return { type: 'notification', title, body, ...given({ action_label: actionLabel }) };
}

/** What the agent is about to do; for drafts only. */
export function intent(content: string): Block<'intent'> {
  return { type: 'intent', text: content };
}

/** Says that a person must take over, and why; for final replies only. */
export function needsHuman(reason: string): Block<'needs_human'> {
  return { type: 'needs_human', reason };
}

/**
 * A chart of 1 to 4 series over 1 to 100 rows; for final replies only.
 *
 * @example
 * chart({
 *   chart_type: 'bar',
 *   x_key: 'day',
 *   series: [{ data_key: 'cups', label: 'Cups' }],
 *   data: [{ day: 'Mon', cups: 3 }, { day: 'Tue', cups: 5 }],
 * })
 */
export function chart(members: Rest<'chart'>): Block<'chart'> {
  return { type: 'chart', ...members };
}

function timestamp(time: Date | string): string {
  return typeof time === 'string' ? time : time.toISOString();
}

/** The members that have a value. */
function given<Members extends Record<string, unknown>>(
  members: Members,
): { [Key in keyof Members]?: NonNullable<Members[Key]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Members]?: NonNullable<Members[Key]> };
}
