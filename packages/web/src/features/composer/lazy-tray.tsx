import { useEffect, useState } from 'react';
import type { AttachmentTray, AttachmentTrayProps } from './attachment-tray.tsx';

export const loadTray = async () => (await import('./attachment-tray.tsx')).AttachmentTray;

/** What is attached, as soon as its code is there. Where that does not come, whoever attaches says so, and nothing stays attached. */
export function LazyTray(props: AttachmentTrayProps) {
  const [Tray, setTray] = useState<typeof AttachmentTray | null>(null);
  useEffect(() => {
    loadTray().then(
      (loaded) => setTray(() => loaded),
      () => undefined,
    );
  }, []);
  return Tray && <Tray {...props} />;
}
