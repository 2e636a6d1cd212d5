import { followSleep } from './leadership.ts';
import type { Leadership } from './leadership.ts';
import { newKey } from './new-key.ts';

/** `asks`: which tab leads? `leads`: this tab does. `free`: this tab no longer does. The second item is the sender. */
type Word = readonly ['asks' | 'leads' | 'free', string];

/** The leader answers at once, even in a background tab; a leader that does not answer for this long is gone. */
const answersWithinMs = 400;
const asksEveryMs = 3000;

/**
 * Elects one tab as leader in browsers without Web Locks. A tab asks for the leader and takes the lead if there is no answer. If two take
 * it at once, the one with the smaller key keeps it.
 */
export function leadByChannel(name: string, { start, stop }: Leadership): () => void {
  const channel = new BroadcastChannel(`${name}-lead`);
  const me = newKey();
  let leads = false;
  let isAsleep = false;
  let unanswered: ReturnType<typeof setTimeout> | undefined;
  const say = (word: Word[0]) => channel.postMessage([word, me] satisfies Word);

  function ask(): void {
    if (leads || isAsleep) return;
    say('asks');
    clearTimeout(unanswered);
    unanswered = setTimeout(lead, answersWithinMs * (1 + Math.random()));
  }
  function lead(): void {
    leads = true;
    say('leads');
    start();
  }
  function resign(): void {
    clearTimeout(unanswered);
    if (!leads) return;
    leads = false;
    stop();
  }

  channel.onmessage = ({ data: [word, from] }: MessageEvent<Word>) => {
    if (word === 'free') return ask();
    if (word === 'asks' || (leads && me < from)) {
      if (leads) say('leads');
      return;
    }
    resign();
  };
  const sleep = () => {
    isAsleep = true;
    if (leads) say('free');
    resign();
  };
  const wakeful = followSleep(sleep, () => {
    isAsleep = false;
    ask();
  });
  const timer = setInterval(ask, asksEveryMs);
  ask();

  return () => {
    clearInterval(timer);
    wakeful();
    sleep();
    channel.close();
  };
}
