import { MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { NoticeProvider } from './app/notices';
import { createRouter } from './app/routes';
import './app/styles.css';
import { theme, tokens } from './app/theme';
import { startI18n } from './i18n';

/** The policy of the page allows only style elements with this nonce. */
const nonce = document.getElementById('start')?.nonce ?? '';
const root = document.getElementById('root');

// The entry of the dashboard. Without the element `root`, the page is not that of the dashboard.
if (root) {
  setNonce(nonce);
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={tokens}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        deduplicateInlineStyles
      >
        <NoticeProvider>
          <RouterProvider router={createRouter()} />
        </NoticeProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
