import { setImmediate as tick } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DeliveryId } from '@parley/protocol';
import type { Carrier } from '../../engine/carriers/carrier.ts';
import { carriersOf } from '../../engine/carriers/open-carriers.ts';
import { newDelivery } from '../../engine/deliveries/fixtures/new-delivery.ts';
import { replayDelivery } from '../../engine/deliveries/replay-delivery.ts';
import { seededRandom, type SeededRandom } from '../seeded-random.ts';
import { simulatedEndpoints } from './endpoints.ts';
import { layGround, type Ground, type SimulatedAgent } from './ground.ts';
import { beginLife, type Life } from './life.ts';
import { Listeners } from './listeners.ts';
import { Rules } from './rules.ts';

/** The result of a simulation. */
export interface Outcome {
  /** Each step, in order. */
  readonly steps: readonly string[];
  /** Empty if every rule held. */
  readonly breaches: readonly string[];
  readonly deliveries: number;
  /** Returns how each delivery over this transport ended. */
  ends(transport: string): readonly string[];
}

/** The agents of the simulation and their carriers. */
export interface World {
  /** How many agents there are of each transport. */
  readonly agents: Readonly<Record<string, number>>;
  /** Additional carriers, by transport. */
  readonly otherCarriers: () => Readonly<Record<string, Carrier>>;
}

const usual: World = { agents: { webhook: 4, relay: 2 }, otherCarriers: () => ({}) };

/** Runs an engine through `count` steps that the seed selects, then heals everything and lets all deliveries end. */
export async function simulate(seed: number, count: number, world = usual): Promise<Outcome> {
  const ground = await layGround(world.agents);
  try {
    const simulation = new Simulation(ground, seed, world.otherCarriers);
    await simulation.run(count);
    const { rules, steps } = simulation;
    const ends = (wanted: string) =>
      ground.agents.flatMap(({ agentId, transport }) =>
        transport === wanted ? (rules.endings.get(agentId) ?? []) : [],
      );
    return { steps, breaches: rules.breaches, deliveries: rules.deliveries.size, ends };
  } finally {
    await ground.storage.close();
  }
}

const healHours = 36;

class Simulation {
  readonly steps: string[] = [];
  readonly rules: Rules;
  private readonly listeners: Listeners;
  /**
   * Used for the steps only. Agents have random choices of their own, so the order in which they are asked does not
   * matter.
   */
  private readonly random: SeededRandom;
  private readonly tries = new Map<DeliveryId, number>();
  private isWell = false;
  private lives = 0;
  private life: Life | null = null;

  constructor(
    private readonly ground: Ground,
    private readonly seed: number,
    private readonly otherCarriers: World['otherCarriers'],
  ) {
    this.random = seededRandom(seed);
    this.rules = new Rules(ground);
    this.listeners = new Listeners(ground, this.rules, this.chances, () => this.isWell);
  }

  async run(count: number): Promise<void> {
    await this.begin();
    for (let number = 0; number < count && this.rules.breaches.length === 0; number++) {
      const step = this.random.pick(deck);
      this.steps.push(step);
      await this[step]();
      await this.settle();
      await this.rules.inspect();
    }
    if (this.rules.breaches.length === 0) await this.heal();
    this.listeners.closeAll();
    if (this.life) await this.drain(this.life);
  }

  async send(): Promise<void> {
    const { engine, storage } = this.alive().app;
    const createdAt = new Date(this.ground.clock.now());
    const deliveries = Array.from({ length: this.random.whole(1, 40) }, () => {
      const { agentId, conversations } = this.random.pick(this.ground.agents);
      const delivery = newDelivery({ agentId, conversationId: this.random.pick(conversations), createdAt });
      const { deliveryId, conversationId: conversation } = delivery;
      this.rules.deliveries.set(deliveryId, { number: this.rules.deliveries.size, agentId, conversation });
      return delivery;
    });
    engine.handOff(await storage.transaction((tx) => engine.enqueue(tx, deliveries)));
  }

  wait = () => this.ground.clock.advance(this.random.pick([5, 100, 1000, 9000]));
  pass = () => this.ground.clock.leap(this.random.pick([60_000, 70_000, 400_000, 3 * 3_600_000]));
  claim = async () => this.alive().app.engine.wake();

  async listen(): Promise<void> {
    await this.listeners.open(this.alive(), this.random.pick(this.relayed()));
  }

  hangUp = async () => this.listeners.closeOne(this.random);

  async restart(): Promise<void> {
    const old = this.alive();
    this.listeners.closeAll();
    await this.drain(old);
    await this.begin();
  }

  private async drain(life: Life): Promise<void> {
    const { nodeId } = life.app.engine;
    this.rules.drains(this.lives - 1);
    await life.drain();
    await this.rules.drained(nodeId);
  }

  /** Ends the process abruptly. The connections of its agents break too. */
  async crash(): Promise<void> {
    this.alive().crash();
    this.listeners.closeAll();
    await this.outliveLeases();
    await this.begin();
  }

  /** Freezes the engine, as in a long pause: others take over, and its late results must not count. */
  async freeze(): Promise<void> {
    const old = this.alive();
    old.crash();
    this.listeners.closeAll();
    await this.outliveLeases();
    await this.begin();
    await this.settle();
    await this.ground.clock.advance(11_000);
    await old.mumble();
  }

  async replay(): Promise<void> {
    const over = [...this.rules.over];
    if (over.length === 0) return;
    const deliveryId = this.random.pick(over);
    const { engine, storage } = this.alive().app;
    this.rules.replayed(deliveryId);
    const agentId = this.rules.deliveries.get(deliveryId)?.agentId;
    if (agentId === undefined) return;
    await storage.transaction((tx) =>
      replayDelivery(tx, { agentId, deliveryId, now: new Date(this.ground.clock.now()) }, async () => true),
    );
    engine.wake();
  }

  /** Resumes agents that were paused because their endpoint was gone, as their owners would. */
  async resume(): Promise<void> {
    const { hub } = this.alive().app;
    await sql`update agents set status = 'live'`.execute(this.ground.storage.db);
    hub.publish(this.ground.agents.map(({ agentId }) => ({ to: 'servers', type: 'agentChanged', agentId }) as const));
  }

  /** Leases use the database's clock, which no test moves, so their expiry is set directly. */
  private async outliveLeases(): Promise<void> {
    await sql`update nodes set alive_until = now() - interval '1 second'`.execute(this.ground.storage.db);
  }

  private async begin(): Promise<void> {
    const number = this.lives++;
    const watch = {
      begins: (deliveryId: DeliveryId) => this.rules.begins(deliveryId, number),
      ends: (deliveryId: DeliveryId, took: boolean) => this.rules.ends(deliveryId, number, took),
      isOver: () => begun?.isOver ?? false,
    };
    const { clock } = this.ground;
    const openClient = simulatedEndpoints(clock, this.chances, () => this.isWell, watch);
    const begun = await beginLife(this.ground, (parts) => {
      const open = carriersOf(parts, openClient);
      return (nodeId) => ({ ...open(nodeId), ...this.otherCarriers() });
    });
    this.life = begun;
  }

  /** Makes every agent well and listening, and lets more time pass than all retries together take. */
  private async heal(): Promise<void> {
    this.isWell = true;
    for (let hour = 0; hour < healHours && this.rules.over.size < this.rules.deliveries.size; hour++) {
      // An answer in transit may have paused an agent again.
      await this.resume();
      for (const agent of this.relayed())
        if (!this.listeners.has(agent)) await this.listeners.open(this.alive(), agent);
      await this.ground.clock.leap(3_600_000);
      for (let turn = 0; turn < 3; turn++) {
        await this.ground.clock.advance(500);
        await this.settle();
      }
      await this.rules.inspect();
    }
    await this.rules.inspectTheEnd();
  }

  /** Lets database calls complete and agents send their planned acknowledgements. */
  private async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await this.ground.clock.advance(0);
      await sql`select 1`.execute(this.ground.storage.db);
      await tick();
      await this.listeners.acknowledge(this.alive());
    }
  }

  private readonly chances = (deliveryId: DeliveryId): SeededRandom => {
    const tries = (this.tries.get(deliveryId) ?? 0) + 1;
    this.tries.set(deliveryId, tries);
    return seededRandom(
      ((this.seed * 10_007 + (this.rules.deliveries.get(deliveryId)?.number ?? 0)) * 101 + tries) | 0,
    );
  };

  private alive(): Life {
    if (!this.life) throw new Error('No engine has been started.');
    return this.life;
  }

  private relayed(): SimulatedAgent[] {
    return this.ground.agents.filter(({ transport }) => transport === 'relay');
  }
}

type Step =
  'send' | 'wait' | 'pass' | 'claim' | 'listen' | 'hangUp' | 'restart' | 'crash' | 'freeze' | 'replay' | 'resume';

const often = ['send', 'send', 'send', 'wait', 'wait', 'wait', 'pass', 'listen'] as const;
const deck: readonly Step[] = [...often, ...often, 'claim', 'hangUp', 'restart', 'crash', 'freeze', 'replay', 'resume'];
