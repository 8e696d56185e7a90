import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Topic } from '../api/topics';
import { useLive } from './use-live';

/**
 * Loads the data of the view again when a stream of the topic opens or reports a change. Without
 * a topic or a stream, it does so at the given interval, while the tab is visible. If `isOn` is
 * false, it does neither.
 */
export function useReloadedView(
  milliseconds: number,
  isOn = true,
  topic: Topic | null = null,
): void {
  const { revalidate, state } = useRevalidator();
  const isLive = useLive(isOn ? topic : null, () => void revalidate());
  useEffect(() => {
    if (!isOn || isLive || state !== 'idle') return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, isOn, isLive, state, revalidate]);
}
