import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { useNotify } from '../app/notices';

/**
 * Returns the function that waits for a change, reads the view again, and says what happened. Throws
 * the error of the change.
 */
export function useChange(): (change: Promise<unknown>, message: string) => Promise<void> {
  const { revalidate } = useRevalidator();
  const notify = useNotify();
  return useCallback(
    async (change, message) => {
      await change;
      await revalidate();
      notify(message);
    },
    [revalidate, notify],
  );
}
