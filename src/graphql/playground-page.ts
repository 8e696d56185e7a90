import { renderAltair } from 'altair-static';
import { FIRST_QUERY } from './playground-first-query.js';

/** What the page of the playground depends on. */
export interface PlaygroundPage {
  /** Where its files lie, with a slash at the end. */
  readonly baseUrl: string;
  readonly endpoint: string;
  /** Marks the inline scripts of this one answer as ours. */
  readonly nonce: string;
}

// The IDE copies all that is typed, tokens too, into this store of the browser's IndexedDB, even
// where it is told not to restore it. Records are let through without their contents.
const FORGET = `
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (record, ...rest) {
  const kept = this.name === 'appState' ? { ...record, value: 'null' } : record;
  return put.call(this, kept, ...rest);
};
`;

/** The IDE's page: its first query, its settings, and a guard that keeps tokens out of storage. */
export function renderPlayground({ baseUrl, endpoint, nonce }: PlaygroundPage): string {
  const page = renderAltair({
    baseURL: baseUrl,
    endpointURL: endpoint,
    cspNonce: nonce,
    initialQuery: FIRST_QUERY,
    initialAuthorization: { type: 'bearer', data: { token: '' } },
    preserveState: false,
    // Accounts, notices and news would come from the IDE's makers.
    disableAccount: true,
    persistedSettings: {
      'theme.dark': 'dark',
      'alert.disableUpdateNotification': true,
      'banners.disable': true,
      disablePushNotification: true,
      // Runs request scripts in an interpreter; the other way needs `eval` and a foreign frame.
      'beta.disable.newScript': true,
    },
  });
  const head = `<title>modport playground</title>\n    <script nonce="${nonce}">${FORGET}</script>`;
  return page.replace('<title>Altair</title>', () => head);
}

/**
 * The Content-Security-Policy of the page: nothing but the own origin, no `eval`, and no script
 * that we did not send. Styles may be inline: the IDE's theme and its menus make them as they go,
 * without the nonce.
 */
export function playgroundPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
