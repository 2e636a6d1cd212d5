/**
 * Loads the package that talks with models, at its first use: it takes memory and time, and most servers start without
 * a model.
 */
export const modelPackage = () => import('@parley/model');

export type ModelPackage = Awaited<ReturnType<typeof modelPackage>>;
