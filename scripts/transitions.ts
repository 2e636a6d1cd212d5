import { approvalMoves } from '../packages/server/src/chat/approvals/approval.ts';
import { deliveryMoves, statusOf } from '../packages/server/src/engine/deliveries/delivery-moves.ts';
import { taskMoves } from '../packages/server/src/actions/tasks/task.ts';
import { invocationMoveNames, invocationMoves, nextState } from '../packages/server/src/actions/tools/invocation.ts';
import type { GeneratedFile } from './generated-file.ts';

/** The vectors of `conformance/transitions`, made from the tables that the server decides by. */
export const transitionFiles: readonly GeneratedFile[] = [
  vectors(
    'tasks',
    "What an agent's task update does from each state of a task: `moves` answers 202 with applied true, `stays` answers 202 with applied false, `illegal` answers 409 illegal_task_transition. An agent can assert no other status than these four.",
    cellsOf(taskMoves).map(([from, to, then]) => ({ from, to, then })),
  ),
  vectors(
    'approvals',
    'What each end does to an approval in each state: `moves` changes it, `same` answers 200 (for time, which asks for `expired`, nothing happens), and what else stands there is the code of the refusal (409). One that is pending is refused as approval_expired from its expiresAt on.',
    cellsOf(approvalMoves).map(([from, to, then]) => ({ from, to, then })),
  ),
  vectors(
    'invocations',
    'Where each move takes a tool invocation; null where the state does not have the move. One tool.result goes out with the move into succeeded, failed, denied or expired.',
    keysOf(invocationMoves).flatMap((from) =>
      invocationMoveNames.map((move) => ({ from, move, then: nextState(from, move) })),
    ),
  ),
  vectors(
    'deliveries',
    'What becomes of a delivery in each state with each move: the next state, null where everything stays as it is, or the code of a refusal (409). `status` is what people see of the state before it. `deliver`, `fail` and `give_up` are results of the attempt under way, the last one when no other follows; `accept` and `reject` are acknowledgements that reach another server or come late, and answer matched true exactly from sending, resending and retrying. A rejected attempt that was the last one ends as dead.',
    cellsOf(deliveryMoves).map(([from, move, then]) => ({ from, status: statusOf(from), move, then })),
  ),
];

type Vector = Readonly<Record<string, string | null>>;

/** One move a line, so that a change reads as one. */
function vectors(name: string, description: string, moves: readonly Vector[]): GeneratedFile {
  const lines = moves.map((move) => `    { ${Object.entries(move).map(writePair).join(', ')} }`);
  const text = `{\n  "description": ${JSON.stringify(description)},\n  "moves": [\n${lines.join(',\n')}\n  ]\n}\n`;
  return { path: `conformance/transitions/${name}.json`, generate: async () => text };
}

function writePair([key, value]: [string, string | null]): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
}

function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(table) as K[];
}

function cellsOf<K extends string, C extends string | null>(
  table: Readonly<Record<K, Readonly<Record<string, C>>>>,
): [K, string, C][] {
  return keysOf(table).flatMap((from) =>
    Object.entries(table[from]).map(([move, then]): [K, string, C] => [from, move, then]),
  );
}
