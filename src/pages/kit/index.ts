export * from './components.js';
export * from './form-components.js';
export { pathWithNext } from './local-path.js';
export { noPage } from './no-page.js';
export { createPageKit, type PageKit } from './page-kit.js';
export type { Texts } from './texts.js';
export { tooManyOf } from './too-many.js';
export { type Handler, type Reply, SECRET_HEADERS, seeOther, show, type Visit } from './visit.js';
