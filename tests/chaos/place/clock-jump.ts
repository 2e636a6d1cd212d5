/** How far a jump puts a server's clock off, in milliseconds: within what signatures tolerate. */
export const jumpMs = 90_000;

const program = `
const RealDate = Date;
const offsets = [0, ${jumpMs}, 0, ${-jumpMs}];
let turn = 0;
const now = () => RealDate.now() + offsets[turn % offsets.length];
globalThis.Date = class Date extends RealDate {
  constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
  static now() { return now(); }
};
process.on('SIGUSR2', () => { turn += 1; });
`;

/** For NODE_OPTIONS: the wall clock jumps ahead, back, behind and back again, a step at each SIGUSR2. Timers do not notice. */
export const clockJumpOption = `--import=data:text/javascript,${encodeURIComponent(program)}`;
