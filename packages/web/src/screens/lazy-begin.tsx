import { lazy, Suspense } from 'react';
import { Part } from '../ui/part.tsx';

const Begin = lazy(async () => ({ default: (await import('../features/rooms/begin.tsx')).Begin }));

/** Shows the first steps; the code loads only for a user without rooms. */
export function LazyBegin() {
  return (
    <Part onFail={() => undefined}>
      <Suspense>
        <Begin />
      </Suspense>
    </Part>
  );
}
