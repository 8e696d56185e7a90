export { atomFeed, type Feed, type FeedEntry, sendFeed } from './atom.js';
export { authorName } from './author-name.js';
export * from './components.js';
export * from './faults.js';
export * from './form-components.js';
export * from './format.js';
export * from './markdown-file.js';
export { breadcrumbs, type Metadata, metadataOf } from './metadata.js';
export { readPageOperations } from './operations.js';
export { createPageKit, failedPage, noPage, type PageKit } from './page-kit.js';
export * from './parts.js';
export { readOnlyNotice } from './read-only-notice.js';
export { confirmationPage, messagePage, secretPage } from './ready-pages.js';
export { errorNote } from './send-page.js';
export * from './shapes.js';
export type { Texts } from './texts.js';
export { tooManyOf } from './too-many.js';
export {
  DELETION,
  type Handler,
  type PageReply,
  pathWithNext,
  redirectTo,
  SECRET_HEADERS,
  show,
  type Visit,
} from './visit.js';
