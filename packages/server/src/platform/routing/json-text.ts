/** JSON of a known type that is already serialized, so that the answer is not serialized again. */
export class JsonText<Value> {
  declare readonly value: Value;

  constructor(readonly text: string) {}
}
