import { setTimeout as pause } from 'node:timers/promises';
import { always, type Fault, type Place } from './fault.ts';

export const kill: Fault = {
  name: 'kill',
  missing: always,
  async strike(place) {
    const { victim, server } = pick(place);
    await server.end('SIGKILL');
    await pause(place.random.whole(0, 15_000));
    await place.fleet.revive(victim);
    return victim;
  },
};

/** Long enough, at times, for the others to give it up: what it then still has in hand must not count. */
export const freeze: Fault = {
  name: 'freeze',
  missing: always,
  async strike(place) {
    const { victim, server } = pick(place);
    if (server.pid === undefined) return null;
    process.kill(server.pid, 'SIGSTOP');
    await pause(place.random.whole(5000, 25_000));
    process.kill(server.pid, 'SIGCONT');
    return victim;
  },
};

export const rollingRestart: Fault = {
  name: 'rolling-restart',
  missing: always,
  async strike({ fleet }) {
    for (const [place, server] of fleet.servers.entries()) {
      const code = await server.end('SIGTERM');
      if (code !== 0) throw new Error(`Server ${place} was told to stop and ended with ${code}.`);
      await fleet.revive(place);
    }
    return null;
  },
};

export const clockJump: Fault = {
  name: 'clock-jump',
  missing: always,
  async strike(place) {
    const { victim, server } = pick(place);
    for (const step of ['away', 'back']) {
      if (server.pid !== undefined) process.kill(server.pid, 'SIGUSR2');
      if (step === 'away') await pause(place.random.whole(3000, 10_000));
    }
    return victim;
  },
};

function pick({ fleet, random }: Place) {
  const victim = random.whole(0, fleet.servers.length - 1);
  const server = fleet.servers[victim];
  if (!server) throw new Error('There are no servers.');
  return { victim, server };
}
