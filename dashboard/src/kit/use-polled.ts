import { useCallback, useEffect, useState } from 'react';

const POLL_MILLISECONDS = 3_000;

/** Data of a loader that is read again by itself. */
interface Polled<Data> {
  readonly data: Data;
  /** Reads it now. Throws the errors of the read. */
  refresh(): Promise<void>;
}

/**
 * Reads the data of one query again while it moves, without the other loaders of the page. A failed
 * read is tried again at the next time. New data of the loader begins anew.
 */
export function usePolled<Data>(
  loaded: Data,
  read: (signal?: AbortSignal) => Promise<Data>,
  moves: (data: Data) => boolean,
): Polled<Data> {
  const [state, setState] = useState({ loaded, data: loaded, reads: 0 });
  const data = state.loaded === loaded ? state.data : loaded;
  const refresh = async (signal?: AbortSignal) => {
    const next = await read(signal);
    setState(({ reads }) => ({ loaded, data: next, reads: reads + 1 }));
  };
  const again = useCallback(
    () => setState((before) => ({ ...before, reads: before.reads + 1 })),
    [],
  );
  const isMoving = moves(data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each read, also a failed one, starts the next wait.
  useEffect(() => {
    if (!isMoving) return;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      refresh(ended.signal).catch(() => ended.signal.aborted || again());
    }, POLL_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [isMoving, state.reads, loaded, again]);
  return { data, refresh };
}
