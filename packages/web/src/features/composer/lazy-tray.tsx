import { useEffect, useState } from 'react';
import type { AttachmentTray, AttachmentTrayProps } from './attachment-tray.tsx';

export const loadTray = async () => (await import('./attachment-tray.tsx')).AttachmentTray;

/** Shows the attachments once its code is loaded. If the code fails to load, the attaching code reports it and removes the attachments. */
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
