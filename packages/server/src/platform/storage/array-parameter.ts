/** Element types of array parameters. */
export type ElementType = keyof typeof elements;

interface Element {
  readonly oid: number;
  /** Returns the size of a value in bytes. */
  size(value: never): number;
  write(into: Buffer, at: number, value: never): void;
}

/** 2000-01-01, PostgreSQL's epoch for timestamps in microseconds. */
const epochMs = 946_684_800_000;

const text = {
  size: (value: string) => Buffer.byteLength(value),
  write: (into: Buffer, at: number, value: string) => void into.write(value, at),
};

const elements = {
  text: { oid: 25, ...text },
  json: { oid: 114, ...text },
  int: {
    oid: 23,
    size: () => 4,
    write: (into: Buffer, at: number, value: number) => void into.writeInt32BE(value, at),
  },
  bigint: { oid: 20, size: () => 8, write: writeBigint },
  boolean: {
    oid: 16,
    size: () => 1,
    write: (into: Buffer, at: number, value: boolean) => void into.writeUInt8(value ? 1 : 0, at),
  },
  timestamptz: {
    oid: 1184,
    size: () => 8,
    write: (into: Buffer, at: number, value: Date) => writeBigint(into, at, (value.getTime() - epochMs) * 1000),
  },
  uuid: {
    oid: 2950,
    size: () => 16,
    write: (into: Buffer, at: number, value: string) => void into.write(value.replaceAll('-', ''), at, 'hex'),
  },
  bytea: {
    oid: 17,
    size: (value: Buffer) => value.length,
    write: (into: Buffer, at: number, value: Buffer) => void value.copy(into, at),
  },
} satisfies Record<string, Element>;

const headBytes = 20;

/**
 * An array parameter in PostgreSQL's binary format. The driver would send text: escaping each value here and parsing it
 * there is most of the cost of a large batch.
 */
export class ArrayParameter {
  readonly type: ElementType;
  readonly values: readonly unknown[];

  constructor(type: ElementType, values: readonly unknown[]) {
    this.type = type;
    this.values = values;
  }

  /** Called by the driver, which sends bytes unchanged. */
  toPostgres(): Buffer {
    const { values } = this;
    const { oid, size, write } = elements[this.type] as Element;
    const sizes = values.map((value) => (isNull(value) ? -1 : size(value as never)));
    const bytes = Buffer.allocUnsafe(sizes.reduce((sum, each) => sum + 4 + Math.max(each, 0), headBytes));
    // One dimension with lower bound 1. PostgreSQL itself writes an empty array without a dimension, but it accepts
    // this form.
    bytes.writeInt32BE(1, 0);
    bytes.writeInt32BE(sizes.includes(-1) ? 1 : 0, 4);
    bytes.writeInt32BE(oid, 8);
    bytes.writeInt32BE(values.length, 12);
    bytes.writeInt32BE(1, 16);
    let at = headBytes;
    for (const [place, value] of values.entries()) {
      const length = sizes[place] as number;
      at = bytes.writeInt32BE(length, at);
      if (length < 0) continue;
      write(bytes, at, value as never);
      at += length;
    }
    return bytes;
  }
}

function writeBigint(into: Buffer, at: number, value: number): void {
  into.writeBigInt64BE(BigInt(value), at);
}

const isNull = (value: unknown): boolean => value === null || value === undefined;
