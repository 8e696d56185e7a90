import { useEffect, useSyncExternalStore } from 'react';
import { createTransfers, type Transfer, type Transfers } from './transfers';

/** The files that this page sends, in all views. */
export const transfers: Transfers = createTransfers();

/** The transfers to a version. The component renders again when they change. */
export function useTransfers(versionId: string): readonly Transfer[] {
  const all = useSyncExternalStore(transfers.subscribe, transfers.all);
  return all.filter((it) => it.versionId === versionId);
}

/**
 * Lets the browser ask before it closes a page that sends a file, whichever view it shows. A paused
 * transfer counts too, but a stopped one does not.
 */
export function useLeaveGuard(): void {
  const all = useSyncExternalStore(transfers.subscribe, transfers.all);
  const isSending = all.some(({ phase }) => phase !== 'stopped');
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);
}
