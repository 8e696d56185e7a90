import { useCallback } from 'react';
import { useRevalidator } from 'react-router';
import { useNotify } from '../app/notices';

/**
 * Returns a function that waits for a change, loads the view again, and shows `message`. If the
 * change fails, the function only throws its error.
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
