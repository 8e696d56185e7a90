import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Loads the data of the view again from time to time, while its tab is visible. */
export function usePolling(milliseconds: number, isOn = true): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isOn || state !== 'idle') return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, isOn, state, revalidate]);
}
