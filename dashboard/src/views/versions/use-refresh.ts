import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { hasCode, OFFLINE } from '../../api/problem';
import { uploadsOf } from '../../api/topics';
import { pause, whenAllowed } from '../../api/when-allowed';
import { useLive } from '../../kit/use-live';
import { isChecking } from '../../upload/checks';
import { readUpload, type Session } from '../../upload/upload-api';
import { useTransfers } from '../../upload/use-transfers';

/**
 * The pause between two rounds of reads of the uploads in checks: 1 s for each upload, but at least
 * 2 s.
 */
const POLL_MILLISECONDS = 2_000;
const EACH_MILLISECONDS = 1_000;

/**
 * Reads the version and its uploads again when a transfer begins or ends, and when the service
 * reports a new state of any upload of the mod in a stream (`useLive`). Without that stream, it
 * polls the uploads in checks. Returns the function that reads on demand.
 */
export function useRefresh(
  sessions: readonly Session[],
  { id: versionId, modId }: { readonly id: string; readonly modId: string },
): () => Promise<void> {
  const { revalidate, state } = useRevalidator();
  const isLive = useLive(uploadsOf(modId), () => void revalidate());
  const keys = useTransfers(versionId)
    .map(({ key }) => key)
    .join();
  const before = useRef(keys);
  useEffect(() => {
    if (before.current === keys) return;
    before.current = keys;
    void revalidate();
  }, [keys, revalidate]);
  useEffect(() => {
    const checked = sessions.filter(isChecking);
    if (isLive || checked.length === 0 || state !== 'idle') return;
    const stop = new AbortController();
    const read = () => {
      if (!stop.signal.aborted) void revalidate();
    };
    // Reads also after an error, because the loader then fails with it and shows the error page.
    untilChanged(checked, stop.signal).then(read, read);
    return () => stop.abort();
  }, [sessions, state, revalidate, isLive]);
  return revalidate;
}

/** Reads the uploads in rounds until one of them has another state: at most one read a second. */
async function untilChanged(sessions: readonly Session[], signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(Math.max(POLL_MILLISECONDS, sessions.length * EACH_MILLISECONDS), signal);
    for (const { id, lifecycleStatus } of sessions) {
      const state = await stateOf(id, signal);
      if (state !== null && state !== lifecycleStatus) return;
    }
  }
}

/** The state of an upload; null if no response arrives. Throws other problems. */
async function stateOf(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await whenAllowed(() => readUpload(id, signal), signal)).lifecycleStatus;
  } catch (error) {
    if (hasCode(error, OFFLINE)) return null;
    throw error;
  }
}
