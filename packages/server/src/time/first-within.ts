/** What `work` comes to, or `otherwise` where that takes longer than `ms`; the work itself goes on unheard. */
export function firstWithin<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
