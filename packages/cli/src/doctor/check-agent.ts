import type { Envelope } from '@parley/protocol';
import { newId } from '@parley/protocol/agent';
import { envelopeExamples } from '../validate/document-examples.ts';
import { faulty, passed, type Check } from './check.ts';
import { checkAnswers, type Witness } from './check-answers.ts';
import type { Credentials } from './credentials.ts';
import { createPoster, envelopeFor, type Answered, type Poster, type Twist } from './deliveries.ts';

export interface Examination {
  /** Where the agent takes deliveries. */
  readonly url: string;
  readonly credentials: Credentials;
  /** How long the platform waits for an acknowledgement, in milliseconds. */
  readonly ackMs: number;
  /** What sees the agent's answers; null where nothing does. */
  readonly witness: Witness | null;
}

/**
 * Examines an agent on webhooks from outside: posts what the platform would, honest and not, and checks the answers.
 *
 * @returns What was looked at, in the order in which it is worth mending.
 */
export async function checkAgent({ url, credentials, ackMs, witness }: Examination): Promise<Check[]> {
  const poster = await createPoster(url, credentials, ackMs);
  const hello = () => message(credentials);
  const first = await poster.post(hello());
  if (first.status === null && first.error !== 'TimeoutError') {
    return [
      faulty(
        'reachable',
        `Nothing answers at ${url} (${first.error}): start the agent, and name where it takes deliveries.`,
      ),
    ];
  }
  const forged = await Promise.all(forgeries.map((forgery) => checkForged(poster, hello(), forgery)));
  if (first.error === 'TimeoutError') return [passed('reachable'), checkAckTime([first], ackMs), ...forged];
  const honest = [accepted('signature', first, refusesHonest), await checkRawBody(poster, credentials)];
  const unknown = await poster.post({ ...hello(), event: 'weather.changed' } as unknown as Envelope);
  const events = await checkEvents(poster, credentials);
  const again = await checkRepeats(poster, credentials);
  const slow = checkAckTime([first, unknown, ...events.answers, ...again.answers], ackMs);
  return [
    passed('reachable'),
    ...honest,
    ...forged,
    slow,
    accepted('unknown_event', unknown, acceptUnknown),
    events.check,
    ...again.checks,
    ...(await checkAnswers(poster, hello, witness)),
  ];
}

function message(credentials: Credentials, createdAt?: Date): Envelope {
  const envelope = envelopeFor(envelopeExamples['message.created'], credentials, createdAt);
  return {
    ...envelope,
    messages: [{ ...envelopeExamples['message.created'].messages[0], id: newId('message') }],
  } as Envelope;
}

const refusesHonest =
  'A delivery that is signed right has to be answered 2xx. Verify HMAC-SHA256 over `<unix>.` and the raw bytes of the body, with the ' +
  'base64url-decoded secret, and check that PARLEY_AGENT_SECRET is the one that the agent runs with.';
const acceptUnknown =
  'An event that the agent does not know has to be acknowledged with 2xx and ignored, or it is sent again and again.';

function accepted(name: string, { status, error }: Answered, hint: string): Check {
  if (status !== null && status >= 200 && status < 300) return passed(name);
  const redirect =
    status !== null && status >= 300 && status < 400 ? ' Redirects are not followed: name the final URL.' : '';
  return faulty(name, `It answered ${status ?? `nothing (${error})`}. ${hint}${redirect}`);
}

/** The same JSON in other bytes: who parses before they verify, and signs what they write themselves, refuses it. */
async function checkRawBody(poster: Poster, credentials: Credentials): Promise<Check> {
  const envelope = message(credentials);
  const body = ` ${JSON.stringify(envelope, null, 1).replace('"hello"', '"h\\u0065llo"')}\n`;
  return accepted(
    'raw_body',
    await poster.post(envelope, { body }),
    'The signature is over the bytes as they came: verify before parsing, and let no body parser write them anew.',
  );
}

interface Forgery {
  readonly name: string;
  readonly twist: Twist;
  readonly hint: string;
}

const forgeries: readonly Forgery[] = [
  { name: 'missing_signature', twist: { signature: 'none' }, hint: 'Refuse a delivery without X-Platform-Signature.' },
  {
    name: 'bad_signature',
    twist: { signature: 'other_secret' },
    hint: 'Anybody could send it deliveries: compare the whole HMAC, with the secret, in constant time.',
  },
  {
    name: 'tampered_body',
    twist: { signature: 'other_body' },
    hint: 'The signature was made over another body: compute the HMAC over the bytes that came.',
  },
  {
    name: 'stale_timestamp',
    twist: { offSeconds: -900 },
    hint: 'A delivery that was signed 15 minutes ago could be anybody’s copy: refuse a timestamp that is more than 300 seconds off.',
  },
  {
    name: 'future_timestamp',
    twist: { offSeconds: 900 },
    hint: 'A timestamp 15 minutes ahead lets a copy live longer: refuse one that is more than 300 seconds off, both ways.',
  },
];

async function checkForged(poster: Poster, envelope: Envelope, { name, twist, hint }: Forgery): Promise<Check> {
  const { status, error } = await poster.post(envelope, twist);
  if (status !== null && status >= 400 && status < 500) return passed(name);
  const answer = `It answered ${status ?? `nothing (${error})`}, where 401 was due.`;
  return status !== null && status >= 500 && status !== 500
    ? passed(name, `${answer} A 4xx would say better that nothing is to be tried again.`)
    : faulty(name, `${answer} ${hint}`);
}

/** Every event that there is, side by side. */
async function checkEvents(poster: Poster, credentials: Credentials) {
  const posted = await Promise.all(
    Object.values(envelopeExamples).map(async (example: Envelope) => {
      const answer = await poster.post(envelopeFor(example, credentials));
      return { event: example.event, answer, check: accepted(example.event, answer, '') };
    }),
  );
  const refused = posted.filter(({ check }) => !check.ok);
  const check =
    refused.length === 0
      ? passed('every_event')
      : faulty(
          'every_event',
          `Not acknowledged: ${refused.map(({ event, answer }) => `${event} (${answer.status ?? answer.error})`).join(', ')}. ` +
            'Acknowledge every event with 2xx, also one that the agent has no handler for or whose handler fails; not all have messages.',
        );
  return { check, answers: posted.map(({ answer }) => answer) };
}

/** The same delivery again: at once, side by side, and as a retry or a replay would send it hours later. */
async function checkRepeats(poster: Poster, credentials: Credentials) {
  const one = message(credentials);
  const firstly = await poster.post(one);
  const copies = await Promise.all([poster.post(one), poster.post(one)]);
  const worst = copies.find(({ status }) => status === null || status >= 300) ?? copies[0];
  const old = message(credentials, new Date(Date.now() - 13 * 3_600_000));
  const late = [await poster.post(old), await poster.post(old)];
  const refused = late.find(({ status }) => status === null || status >= 300) ?? late[0];
  return {
    answers: [firstly, ...copies, ...late],
    checks: [
      accepted(
        'duplicate',
        worst ?? firstly,
        'A delivery that comes twice is the platform’s second attempt: acknowledge it with 2xx and do nothing more.',
      ),
      accepted(
        'replay',
        refused ?? firstly,
        'A retry or a replay comes up to days after created_at, under the same delivery_id and with a new signature: check the age of the signature alone.',
      ),
    ],
  };
}

function checkAckTime(answers: readonly Answered[], ackMs: number): Check {
  const longest = Math.max(...answers.map(({ ms }) => ms));
  const late = answers.some(({ error }) => error === 'TimeoutError');
  if (!late) return passed('slow_ack', longest > ackMs / 5 ? `The slowest answer took ${longest} ms.` : null);
  return faulty(
    'slow_ack',
    `An answer took more than ${ackMs} ms, which counts as a failure: acknowledge as soon as the delivery is kept, and do the work afterwards.`,
  );
}
