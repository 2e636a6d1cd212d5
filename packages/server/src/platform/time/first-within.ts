/** Resolves like `work`, or to `otherwise` after `ms` milliseconds. The work continues, but its result is ignored. */
export function firstWithin<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
