import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { Cancel, Clock } from '../../time/clock.ts';
import type { Bus, OpenBus } from '../bus.ts';
import type { Signal } from '../signal.ts';
import type { Connect, Link } from './link.ts';
import { Outbox, type Batch } from './outbox.ts';
import { decodeMessage, encodeResync, encodeSignals } from './signal-message.ts';
import { within } from './within.ts';

export interface BusOptions {
  /** The name of the bus in log lines. */
  readonly name: string;
  readonly connect: Connect;
  readonly maxMessageBytes: number;
  readonly log: Pick<BaseLogger, 'info' | 'warn'>;
  readonly clock: Clock;
  readonly onCut?: OnSignalsCut;
}

/** Called when signals between servers are lost and the servers must resync. */
export type OnSignalsCut = (reason: 'disconnected' | 'overflow') => void;

const waitingMax = 10_000;
const batchMax = 1_000;
const beatMs = 15_000;
const answerMs = 10_000;
const closeMs = 2_000;
const firstPauseMs = 100;
const longestPauseMs = 5_000;

/**
 * Creates a bus that reconnects forever and calls for a resync each time, because signals may have been missed. Signals
 * to send wait meanwhile, up to a bound. Opening resolves after the first attempt to connect, even a failed one: a
 * server works without signals, because its sweeps find what is due.
 */
export function reconnectingBus(options: BusOptions): OpenBus {
  return async (receive, resync) => {
    const bus = new ReconnectingBus(options, receive, resync);
    await bus.connect();
    return bus;
  };
}

/** Runs one write at a time. Signals that arrive meanwhile go with the next. */
class ReconnectingBus implements Bus {
  private readonly id = randomUUID();
  private readonly outbox = new Outbox(waitingMax, batchMax, () => this.options.onCut?.('overflow'));
  private link: Link | null = null;
  private closed = false;
  private attempts = 0;
  private failuresInRow = 0;
  /** Whether the log already says that the bus is down. */
  private isToldDown = false;
  private writing: Promise<void> | null = null;
  private writePlanned = false;
  private cancelTimer: Cancel = () => undefined;

  constructor(
    private readonly options: BusOptions,
    private readonly receive: Parameters<OpenBus>[0],
    private readonly resync: Parameters<OpenBus>[1],
  ) {}

  send(signals: readonly Signal[]): void {
    if (this.closed) return;
    this.outbox.add(signals);
    this.planWrite();
  }

  sendGap(): void {
    if (this.closed) return;
    this.outbox.addGap();
    this.planWrite();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.cancelTimer();
    const { link } = this;
    if (link === null) return;
    await within(closeMs, this.options.clock, this.writeAll(link)).catch(() => undefined);
    this.link = null;
    await within(closeMs, this.options.clock, link.close()).catch(() => undefined);
  }

  async connect(): Promise<void> {
    const { connect, log, name } = this.options;
    const isFirst = this.attempts++ === 0;
    try {
      const link = await connect((message) => this.hear(message));
      if (this.closed) return await link.close();
      this.link = link;
      void link.lost.then((reason) => this.drop(link, reason));
    } catch (error) {
      if (!this.isToldDown) log.warn({ reason: reasonOf(error), bus: name }, 'signal bus unreachable; retrying');
      this.isToldDown = true;
      return this.planConnect();
    }
    this.isToldDown = false;
    if (!isFirst) {
      log.info({ bus: name }, 'signal bus reconnected');
      this.guard(this.resync);
    }
    this.planBeat();
    this.planWrite();
  }

  private hear(text: string): void {
    const message = decodeMessage(text);
    if (message === null) this.options.log.warn({ bus: this.options.name }, 'ignored malformed signal');
    else if (message.from === this.id) return;
    else if ('resync' in message) this.guard(this.resync);
    else this.guard(() => this.receive(message.signals));
  }

  /** Calls a listener. If it throws, the connection stays open. */
  private guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.options.log.warn({ err: error, bus: this.options.name }, 'signal listener failed');
    }
  }

  /** Waits for the end of the event loop turn, so that all signals of one turn share a message. */
  private planWrite(): void {
    if (this.writePlanned || this.writing !== null) return;
    this.writePlanned = true;
    setImmediate(() => {
      this.writePlanned = false;
      if (this.link !== null && !this.closed) void this.writeAll(this.link);
    });
  }

  private writeAll(link: Link): Promise<void> {
    if (this.writing !== null) return this.writing;
    const writing = this.writeBatches(link).finally(() => {
      if (this.writing === writing) this.writing = null;
      if (!this.outbox.isEmpty) this.planWrite();
    });
    this.writing = writing;
    return writing;
  }

  private async writeBatches(link: Link): Promise<void> {
    while (this.link === link) {
      const batch = this.outbox.take();
      if (batch === null) return;
      try {
        await within(answerMs, this.options.clock, link.write(this.encode(batch)));
        this.failuresInRow = 0;
      } catch (error) {
        this.outbox.putBack(batch);
        this.drop(link, error);
      }
    }
  }

  private encode(batch: Batch): string[] {
    if ('resync' in batch) return [encodeResync(this.id)];
    return encodeSignals(this.id, batch.signals, this.options.maxMessageBytes);
  }

  /** Checks regularly whether the other end answers: a connection can be dead without an error. */
  private planBeat(): void {
    this.cancelTimer = this.options.clock.after(beatMs, () => {
      const { link } = this;
      if (link === null || this.closed) return;
      within(answerMs, this.options.clock, link.write([])).then(
        () => {
          this.failuresInRow = 0;
          if (this.link === link && !this.closed) this.planBeat();
        },
        (error: unknown) => this.drop(link, error),
      );
    });
  }

  private drop(link: Link, reason: unknown): void {
    if (this.link !== link) return;
    this.link = null;
    // A write on the old link may still wait for its answer. The next link does not wait for it.
    this.writing = null;
    void link.close();
    if (this.closed) return;
    this.options.log.warn({ reason: reasonOf(reason), bus: this.options.name }, 'signal bus disconnected');
    this.isToldDown = true;
    this.options.onCut?.('disconnected');
    this.planConnect();
  }

  private planConnect(): void {
    if (this.closed) return;
    const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.failuresInRow++, 10));
    this.cancelTimer();
    this.cancelTimer = this.options.clock.after(longest * (0.5 + Math.random() / 2), () => void this.connect());
  }
}

/** A failed connection is an expected state, so the log has its message without a stack. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
