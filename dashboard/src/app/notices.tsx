import { Alert } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catchFocus } from '../kit/catch-focus';

/** Shows a message about a finished action, which screen readers announce. */
export type Notify = (text: string) => void;

const NoticeContext = createContext<{ readonly text: string | null; readonly notify: Notify }>({
  text: null,
  notify: () => {},
});

/**
 * Holds the message of the last action until the next one, or until the user closes it. `Shell`
 * replaces it when the path changes.
 */
export function NoticeProvider({ children }: { readonly children: ReactNode }) {
  const [text, setText] = useState<string | null>(null);
  const notify = useCallback((next: string) => setText(next === '' ? null : next), []);
  const value = useMemo(() => ({ text, notify }), [text, notify]);
  return <NoticeContext.Provider value={value}>{children}</NoticeContext.Provider>;
}

/** The options of a navigation that shows a message in the next view. */
export const withNotice = (notice: string) => ({ state: { notice } });

/** The message in the state of a navigation (`withNotice`); empty without one. */
export function noticeIn(state: unknown): string {
  const hasNotice = typeof state === 'object' && state !== null && 'notice' in state;
  return hasNotice && typeof state.notice === 'string' ? state.notice : '';
}

/** Returns the function that shows a message; an empty text removes it. */
export function useNotify(): Notify {
  return useContext(NoticeContext).notify;
}

/** The message of the last action, above the view. */
export function Notice() {
  const { text, notify } = useContext(NoticeContext);
  const { t } = useTranslation();
  return (
    <div aria-live="polite" role="status">
      {text !== null && (
        <Alert
          color="green"
          mb="md"
          withCloseButton
          closeButtonLabel={t('app.close')}
          onClose={() => {
            notify('');
            requestAnimationFrame(catchFocus);
          }}
        >
          {text}
        </Alert>
      )}
    </div>
  );
}
