/** JSON of a known type that was written already, so that the answer goes out without being written twice. */
export class JsonText<Value> {
  declare readonly value: Value;

  constructor(readonly text: string) {}
}
