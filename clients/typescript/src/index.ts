// The client for Node 20.19 and later.
export type { SignInOptions, Tokens } from './node/authority.js';
export { type DownloadedFile, download } from './node/download.js';
export { type FileLock, waitForLock } from './node/lock.js';
export { type BrowserSignInOptions, signInWithBrowser } from './node/sign-in-browser.js';
export {
  type DevicePrompt,
  type DeviceSignInOptions,
  signInWithDevice,
} from './node/sign-in-device.js';
export { revoke, signOut, storedTokens } from './node/token-source.js';
export { fileTokenStore, type TokenStore } from './node/token-store.js';
export {
  type UploadOptions,
  type UploadProgress,
  type UploadTarget,
  upload,
} from './node/upload.js';
export type { UploadSession } from './node/upload-send.js';
export {
  type DeliveryHeaders,
  verifyWebhook,
  type WebhookOptions,
  type WebhookRefusal,
  type WebhookVerdict,
} from './node/webhooks.js';
export * from './shared.js';
