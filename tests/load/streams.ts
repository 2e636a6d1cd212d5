/**
 * Opens 1,000 relay streams and 1,000 browser streams on one server process, keeps them for two minutes while a trickle of messages
 * passes, and says whether all of them kept hearing from the server and whether its memory stayed flat.
 *
 * Run with `npx tsx tests/load/streams.ts`; `AGENTS`, `BROWSERS` and `SECONDS` make it smaller, `DATABASE_URL` puts it on PostgreSQL.
 * It needs some 3,000 open files (`ulimit -n`). Ends with exit code 1 where a verdict is bad.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registerAgent, type Agent } from '../../packages/server/src/testing/contract/agent.ts';
import { signUp, type Person } from '../../packages/server/src/testing/contract/person.ts';
import { openConversation, say } from '../../packages/server/src/testing/contract/conversation.ts';
import { sign } from '../../packages/server/src/testing/contract/signature.ts';
import { serverProcess } from '../../packages/server/src/testing/durability/server-process.ts';
import { realClock } from '../../packages/server/src/testing/fake-clock.ts';
import { inParallel } from './in-parallel.ts';
import { openListener, type Listener } from './listener.ts';

const agentsWanted = setting('AGENTS', 1000);
const browsersWanted = setting('BROWSERS', 1000);
const seconds = setting('SECONDS', 120);
const peopleWanted = 20;
const roomsWanted = 100;
const messagesPerSecond = 10;
const heartbeatSeconds = 15;
/** Memory may grow by this much between the two samples, and is still called flat. */
const growthMax = 1.1;

const folder = await mkdtemp(join(tmpdir(), 'parley-streams-'));
const databaseUrl = process.env['DATABASE_URL'];
const server = await serverProcess({
  PARLEY_DATA_DIR: folder,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl, PARLEY_SECRET_KEY: randomBytes(32).toString('base64') } : {}),
});
try {
  await server.start();
  process.exitCode = (await run()) ? 0 : 1;
} finally {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function run(): Promise<boolean> {
  const known = { baseUrl: server.baseUrl, clock: realClock, demoUrl: null };
  const people = await inParallel(peopleWanted, 4, () => signUp(known));
  const person = (place: number) => people[place % people.length] as Person;
  const agents = await inParallel(agentsWanted, 20, (place) => registerAgent(known, person(place)));
  const rooms = await inParallel(Math.min(roomsWanted, agents.length), 20, async (place) => {
    const agent = agents[place] as Agent;
    return { owner: agent.owner, id: await openConversation(agent.owner, agent) };
  });
  print(`${people.length} people, ${agents.length} agents and ${rooms.length} rooms are there: ${rssMb()} MB`);

  const acks: Promise<unknown>[] = [];
  const relays = await inParallel(agents.length, 50, (place) => followRelay(agents[place] as Agent, acks));
  const browsers = await inParallel(browsersWanted, 50, (place) =>
    openListener(`${server.baseUrl}/v1/feed`, { cookie: person(place).cookie }, () => undefined),
  );
  print(`${relays.length} relay streams and ${browsers.length} browser streams are open: ${rssMb()} MB`);

  const { sent, samples } = await trickle(rooms);
  await pause(2000);
  await Promise.allSettled(acks);
  return check({ relays, browsers, sent, samples });
}

/** Says something in one room after another, and samples memory meanwhile. */
async function trickle(rooms: readonly { readonly owner: Person; readonly id: string }[]) {
  const started = Date.now();
  const samples = new Map<number, number>();
  let sent = 0;
  let failures = 0;
  for (let tick = 0; Date.now() - started < seconds * 1000; tick++) {
    const room = rooms[tick % rooms.length] as (typeof rooms)[number];
    void say(room.owner, room.id, `message ${tick}`).then(
      () => sent++,
      () => failures++,
    );
    const elapsed = Math.floor((Date.now() - started) / 1000);
    if (elapsed % 10 === 0 && !samples.has(elapsed)) {
      samples.set(elapsed, rssMb());
      print(`${elapsed} s: ${samples.get(elapsed)} MB, ${sent} messages sent, ${failures} failed`);
    }
    await pause(1000 / messagesPerSecond);
  }
  samples.set(seconds, rssMb());
  return { sent, samples };
}

function check(seen: {
  readonly relays: readonly Listener[];
  readonly browsers: readonly Listener[];
  readonly sent: number;
  readonly samples: ReadonlyMap<number, number>;
}): boolean {
  const { relays, browsers, sent, samples } = seen;
  const all = [...relays, ...browsers];
  const beatsWanted = Math.floor(seconds / heartbeatSeconds) - 1;
  const quiet = all.filter((listener) => listener.beats < beatsWanted).length;
  const broken = all.filter((listener) => listener.ended).length;
  const delivered = relays.reduce((sum, relay) => sum + relay.count('delivery'), 0);
  const signalled = browsers.reduce((sum, browser) => sum + browser.count('messageAppended'), 0);
  const early = samples.get(Math.min(30, Math.floor(seconds / 40) * 10)) ?? 0;
  const late = samples.get(seconds) ?? 0;
  const verdicts: [string, boolean][] = [
    [`every stream is still open (${broken} broke)`, broken === 0],
    [`every stream heard at least ${beatsWanted} heartbeats (${quiet} did not)`, quiet === 0],
    [`every message reached its agent (${delivered} of ${sent})`, delivered >= sent],
    [`people were told of messages (${signalled} signals)`, signalled >= sent],
    [`memory is flat: ${early} MB early, ${late} MB at ${seconds} s`, late <= early * growthMax],
  ];
  for (const [what, isGood] of verdicts) print(`${isGood ? 'good' : 'BAD '}  ${what}`);
  return verdicts.every(([, isGood]) => isGood);
}

function followRelay(agent: Agent, acks: Promise<unknown>[]): Promise<Listener> {
  const headers = { authorization: agent.authorization, 'x-agent-signature': sign(agent.secret, agent.unix()) };
  return openListener(`${server.baseUrl}/hooks/v1/stream`, headers, (id) => acks.push(agent.ack(id)));
}

/** Resident memory of the server, in whole megabytes. */
function rssMb(): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(server.pid)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}

function setting(name: string, usual: number): number {
  return Number(process.env[name] ?? usual);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
