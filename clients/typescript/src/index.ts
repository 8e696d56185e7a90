// The client for Node 20.19 and later.
export { type DownloadedFile, download } from './node/download.js';
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
