import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { hasOtherUser, onOtherUser } from '../api/page-user';
import type { Topic } from '../api/topics';
import { useLive } from './use-live';

const POLL_MILLISECONDS = 3_000;

/** Data that a loader read first and that the hook keeps current. */
interface LiveData<Data> {
  readonly data: Data;
  /** Reads it now. Throws the errors of the read. */
  refresh(): Promise<void>;
}

/**
 * Reads the data of one query again when a stream of the topic opens or reports a change. Other
 * loaders of the page do not run. Without a stream, as in a hidden tab, it reads every 3 seconds
 * while `moves` says that the data may still change. It repeats a failed read after 3 seconds, but
 * not one of `refresh`. While another user is signed in, it does not poll. Of several reads at
 * once, the one that began last counts. New data of the loader (`loaded`) replaces the data read
 * before.
 */
export function useLiveData<Data>(
  loaded: Data,
  read: (signal?: AbortSignal) => Promise<Data>,
  moves: (data: Data) => boolean,
  topic: Topic,
): LiveData<Data> {
  const [state, setState] = useState({ loaded, data: loaded, reads: 0 });
  // Whether a read after a reported change failed. Polling then repeats it.
  const [hasMissed, setMissed] = useState(false);
  const data = state.loaded === loaded ? state.data : loaded;
  const order = useRef({ begun: 0, shown: 0 });
  const refresh = async (signal?: AbortSignal) => {
    order.current.begun += 1;
    const place = order.current.begun;
    const next = await read(signal);
    // Responses may arrive in another order. An older one must not replace newer data, because no
    // further read may follow.
    if (place < order.current.shown) return;
    order.current.shown = place;
    setState(({ reads }) => ({ loaded, data: next, reads: reads + 1 }));
    setMissed(false);
  };
  const again = useCallback(
    () => setState((before) => ({ ...before, reads: before.reads + 1 })),
    [],
  );
  const isLive = useLive(topic, () => void refresh().catch(() => setMissed(true)));
  const isMoving = moves(data) || hasMissed;
  const isPaused = useSyncExternalStore(onOtherUser, hasOtherUser);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read, also a failed one, starts the next wait.
  useEffect(() => {
    if (!isMoving || (isLive && !hasMissed) || isPaused) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      refresh(ended.signal).catch(() => ended.signal.aborted || again());
    }, POLL_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [isMoving, isLive, hasMissed, isPaused, state.reads, loaded, again]);
  return { data, refresh };
}
