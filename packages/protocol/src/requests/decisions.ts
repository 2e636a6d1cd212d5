import { z } from 'zod';
import { bounded } from '../bounded.ts';
import { faultOfBound } from '../decisions/fault-of-bound.ts';
import { plainLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { cleanLine } from '../names.ts';
import { isJsonPointer, readPointer } from '../standing-grants/read-pointer.ts';

/**
 * One of the answers that a person chooses from. `id` is what the agent gets; the person sees `label` (1 to 60 characters) and `detail` (1
 * to 200), each one line.
 */
export const decisionOption = z
  .strictObject({
    id: bounded(limits.decisionOptionCharacters).regex(/^[a-z][a-z0-9_]{0,31}$/),
    label: plainLine(60),
    detail: plainLine(200).optional(),
  })
  .meta({ id: 'DecisionOption' });
export type DecisionOption = z.infer<typeof decisionOption>;

/**
 * Arguments of `decision.request` (scope `decision.request`): an action of the agent for a person to decide on. The person sees `action` (1
 * to 300 characters) and up to 20 `details` (labels of 1 to 80 characters, values of 1 to 500), each one line. `arguments` is any JSON of
 * at most 16 KiB in its canonical form; after an approval, the result returns it as the person approved it.
 *
 * `options`: 2 to 5 answers with distinct ids and labels, of which the person chooses one to approve. `editable`: 0 to 10 JSON Pointers
 * into `arguments`, each to a string, number, boolean or null that the person may change before approving. `expires_in_minutes`: 5 to
 * 10,080, and not above the operator's `PARLEY_APPROVAL_TTL` if that is set.
 */
export type DecisionRequestArguments = z.infer<typeof decisionRequestArguments>;

export const decisionRequestArguments = z
  .strictObject({
    action: plainLine(300),
    details: z
      .array(z.strictObject({ label: plainLine(80), value: plainLine(500) }))
      .max(20)
      .optional(),
    arguments: z.unknown().optional(),
    options: z.array(decisionOption).min(2).max(limits.decisionOptions).optional(),
    editable: z.array(bounded(limits.jsonPointerCharacters)).max(limits.decisionEditablePaths).optional(),
    expires_in_minutes: z.int().min(limits.decisionMinutesMin).max(limits.decisionMinutesMax).optional(),
  })
  .superRefine(({ arguments: bound, options = [], editable = [] }, context) => {
    const add = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const fault = faultOfBound(bound);
    if (fault !== null) add(['arguments'], fault);
    const labels = options.map(({ label }) => cleanLine(label));
    for (const [index, { id }] of options.entries()) {
      if (options.findIndex((other) => other.id === id) < index) add(['options', index, 'id'], 'must be distinct');
      if (labels.indexOf(labels[index] ?? '') < index) add(['options', index, 'label'], 'must be distinct');
    }
    for (const [index, path] of editable.entries()) {
      const message = editable.indexOf(path) < index ? 'must be distinct' : faultOfEditable(bound, path);
      if (message !== null) add(['editable', index], message);
    }
  });

function faultOfEditable(bound: unknown, path: string): string | null {
  if (!isJsonPointer(path)) return 'must be a JSON Pointer, such as /amount';
  const value = readPointer(bound, path);
  if (value === undefined) return 'must be the path of a value in the arguments';
  return typeof value === 'object' && value !== null ? 'must be the path of a string, number, boolean or null' : null;
}

/**
 * Content of the `tool.result` of an approved `decision.request`. `arguments` are the inner ones as approved. `option` is the id of the
 * chosen option, if there were options; `changed` lists the paths that the person changed, if any; `reason` is the person's, if given.
 */
export interface DecisionApproved {
  readonly approved: true;
  readonly arguments: unknown;
  readonly option?: string;
  readonly changed?: readonly string[];
  readonly reason?: string;
}

/**
 * Content of the `tool.result` of any call that a person denied. `reason` is the person's, if given. `approved` is present if a
 * `decision.request` had `options` or `editable`.
 */
export interface DeniedByPerson {
  readonly code: 'denied_by_person';
  readonly reason?: string;
  readonly approved?: false;
}
