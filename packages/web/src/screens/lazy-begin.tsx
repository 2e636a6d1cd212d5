import { lazy, Suspense } from 'react';
import { Part } from '../ui/part.tsx';

const Begin = lazy(async () => ({ default: (await import('../features/rooms/begin.tsx')).Begin }));

/** The first steps, whose code is for those alone who have no room yet. */
export function LazyBegin() {
  return (
    <Part onFail={() => undefined}>
      <Suspense>
        <Begin />
      </Suspense>
    </Part>
  );
}
